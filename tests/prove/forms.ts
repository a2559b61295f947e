/** How much each proof does: `npm run prove`, and the few rounds of `npm test`. */
export const forms = {
  long: {
    oneUnit: { rounds: 1000 },
    pairs: { rounds: 200 },
    kills: { kills: 250, sales: 200, servingAgainWithin: 5000 },
    fsync: { sales: 50 },
    dropped: { times: 100 },
  },
  short: {
    oneUnit: { rounds: 6 },
    pairs: { rounds: 5 },
    // Other suites run beside it: how fast a restart is, only the long form can say.
    kills: { kills: 3, sales: 3, servingAgainWithin: 30_000 },
    fsync: { sales: 3 },
    dropped: { times: 3 },
  },
} as const;
