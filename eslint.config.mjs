import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const noClockInRules = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'Rules get their time from an injected clock.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Rules get their time from an injected clock.',
  },
  {
    selector:
      "CallExpression[callee.name='dayjs'], CallExpression[callee.object.name='dayjs'][callee.property.name='utc'][arguments.length=0]",
    message: 'Without an argument dayjs reads the clock, and without `.utc` the computer’s zone.',
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Rules get their chance injected.',
  },
];

const rawIpc = {
  name: 'electron',
  importNames: ['ipcMain', 'ipcRenderer'],
  message: 'Raw IPC lives in src/main/app/ipc.ts and src/preload/index.ts only.',
};

export default tseslint.config(
  { ignores: ['out/', 'data/', 'node_modules/'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-restricted-imports': ['error', { paths: [rawIpc] }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/domain/**', 'src/server/modules/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noClockInRules] },
  },
  { files: ['src/main/app/ipc.ts', 'src/preload/index.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['src/renderer/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // It speaks of React's compiler, which we do not use; the rows of a long table are TanStack Virtual's.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    files: ['build/**', '*.config.*'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
      },
    },
  },
);
