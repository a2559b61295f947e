import path from 'node:path';
import ts from 'typescript';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Reads the options of tsconfig.json, for tests that ask the compiler about the project. */
export function compilerOptions(): ts.CompilerOptions {
  const read = (file: string) => ts.sys.readFile(file);
  const { config } = ts.readConfigFile(path.join(projectRoot, 'tsconfig.json'), read);
  const { compilerOptions: written } = config as { compilerOptions: object };
  return ts.convertCompilerOptionsFromJson(written, projectRoot).options;
}

/** Returns the server's files: each module adds its tables to those of the database, so the compiler needs all of them. */
export const serverFiles = () =>
  ts.sys
    .readDirectory(path.join(projectRoot, 'src/server'), ['.ts'])
    .filter((file) => !file.endsWith('.test.ts'));
