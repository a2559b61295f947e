// The project's own rules for the linter, in ESLint's shape.

const isCallOf = (node, object, property) =>
  node.callee.type === 'MemberExpression' &&
  node.callee.object.name === object &&
  node.callee.property.name === property;

/** Makes code about money and units take time and randomness from its caller, so that a test can choose them. */
const injected = {
  meta: {
    messages: {
      clock: 'Rules get their time from an injected clock.',
      dayjs: 'Without an argument dayjs reads the clock, and without `.utc` the computer’s zone.',
      chance: 'Rules get their chance injected.',
    },
  },
  create: (context) => ({
    MemberExpression(node) {
      if (node.object.name === 'Date' && node.property.name === 'now')
        context.report({ node, messageId: 'clock' });
      if (node.object.name === 'Math' && node.property.name === 'random')
        context.report({ node, messageId: 'chance' });
    },
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0)
        context.report({ node, messageId: 'clock' });
    },
    CallExpression(node) {
      const isNow = isCallOf(node, 'dayjs', 'utc') && node.arguments.length === 0;
      if (node.callee.name === 'dayjs' || isNow) context.report({ node, messageId: 'dayjs' });
    },
  }),
};

/** The spellings of docs/glossary.md: what a text must not have, and what it has instead. */
const spellings = [
  [/\be-mail/i, 'email'],
  [/\btime zone\b/i, 'timezone'],
  [/\.\.\.|\s…/, '…, with no space before it'],
  [/\bFailed to \w+ (?:the|an?)\s/, '“Failed to”, a verb and the thing, with no article'],
  // The specification's own messages have straight apostrophes.
  [/(?<=\w)(?<!\bdon|\bToday)'(?=\w)/, '’'],
];

/** Refuses texts that write a word in another way than the rest of the interface. */
const words = {
  meta: { messages: { other: 'The interface writes {{ instead }} (docs/glossary.md).' } },
  create(context) {
    const check = (node, text) => {
      const found = typeof text === 'string' && spellings.find(([pattern]) => pattern.test(text));
      if (found) context.report({ node, messageId: 'other', data: { instead: found[1] } });
    };
    return {
      JSXText: (node) => check(node, node.value),
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.cooked),
    };
  },
};

export default { meta: { name: 'tindahan' }, rules: { injected, words } };
