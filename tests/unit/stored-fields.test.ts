import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Where a field is planted: the contract's file, the line that begins the form, and the table that lacks a column for it. */
const forms = [
  { file: 'suppliers.ts', begins: 'export const supplierForm = z.object({', table: 'suppliers' },
  { file: 'customers.ts', begins: 'export const customerForm = z.object({', table: 'customers' },
  { file: 'customers.ts', begins: 'export const groupForm = z.object({', table: 'customer_groups' },
  { file: 'customers.ts', begins: 'export const channelForm = z.object({', table: 'signup_channels' },
  { file: 'products.ts', begins: 'const productFields = {', table: 'products' },
  { file: 'products.ts', begins: 'const variationFields = {', table: 'product_variations' },
  { file: 'product-types.ts', begins: 'export const productTypeForm = z.object({', table: 'product_types' },
  { file: 'manufacturers.ts', begins: 'export const manufacturerForm = z.object({', table: 'manufacturers' },
];

/** The files that turn a form into columns. */
const storing = [
  'suppliers/supplier-form.usecases.ts',
  'suppliers/suppliers.repository.ts',
  'customers/customer-form.usecases.ts',
  'customers/customers.repository.ts',
  'customers/import.rules.ts',
  'customers/groups.usecases.ts',
  'customers/groups.repository.ts',
  'customers/channels.usecases.ts',
  'customers/channels.repository.ts',
  'products/product-form.usecases.ts',
  'products/variations.usecases.ts',
  'products/import.rules.ts',
  'product-types/product-types.repository.ts',
  'manufacturers/manufacturers.repository.ts',
].map((file) => path.join(root, 'src/server/modules', file));

const fieldOf = (table: string) => `planted_in_${table}`;

/** A source file as the compiler shall read it: with one more optional field in each form. */
function planted(file: string, text: string): string {
  return forms
    .filter((form) => file.endsWith(`src/contract/${form.file}`))
    .reduce((source, { begins, table }) => {
      expect(source).toContain(begins);
      return source.replace(begins, `${begins} ${fieldOf(table)}: z.string().optional(),`);
    }, text);
}

/** What the compiler says of the files that store forms. */
function complaints(): string {
  const { options } = ts.convertCompilerOptionsFromJson(
    ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)).config
      .compilerOptions,
    root,
  );
  const host = ts.createCompilerHost(options);
  host.getSourceFile = (file, version) => {
    const text = ts.sys.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, planted(file, text), version);
  };
  const program = ts.createProgram(storing, options, host);
  return storing
    .flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    .join('\n');
}

test('a field of a form that its table has no column for does not compile', { timeout: 60_000 }, () => {
  const said = complaints();
  const silent = forms.filter(({ table }) => !said.includes(`${table} has no column ${fieldOf(table)}`));
  expect(silent).toEqual([]);
});
