export function apiDocsFiles(): Record<string, string>;
