/** The size of each proof: for `npm run prove`, and the short form in `npm test`. */
export const forms = {
  long: {
    oneUnit: { rounds: 1000 },
    qrRaces: { rounds: 1000 },
    pairs: { rounds: 200 },
    kills: { kills: 250, sales: 200, servingAgainWithin: 5000 },
    // In more than five batches; half of the closings end within this time.
    countKills: { kills: 60, missing: 1200, within: 400 },
    receipts: { rounds: 1000 },
    days: { days: 10_000, daysOfStore: 20, seed: 1, cuts: 0.0025 },
    shiftRaces: { rounds: 1000 },
    shiftKills: { rounds: 30, within: 60 },
    receiptKills: { kills: 100, within: 120 },
    night: { minutes: 30 },
    failover: { rounds: 100, failures: 3, allEvery: 10, lockFor: 20_000 },
    restore: { rounds: 12, stops: 3, rates: [600, 3600, 20_000] },
    s3: { rounds: 10 },
    fsync: { sales: 50 },
    upgradeKills: { every: 1, last: 0 },
    upgradeInTurn: { from: '1.0.0', sales: 200 },
    olderTills: { version: '1.0.0' },
    dropped: { times: 100 },
    wedge: { scans: 10_000, keys: 100_000 },
    frames: { runs: 10_000 },
    tillKills: { kills: 2000, lanes: 2 },
    offline: { rounds: 1000, seed: 1, acts: 45, cuts: 0.002 },
    offlineKills: { kills: 1000, lanes: 2 },
    windows: {
      carts: { kills: 1500, lanes: 2 },
      sales: { kills: 500, lanes: 2 },
      updates: { rounds: 40 },
    },
    printer: { step: 1, benches: 8, slowdown: 1.1, patience: 1 },
  },
  short: {
    oneUnit: { rounds: 3 },
    qrRaces: { rounds: 3 },
    pairs: { rounds: 3 },
    // Other suites run beside it: only the long form can measure the restart.
    kills: { kills: 3, sales: 3, servingAgainWithin: 30_000 },
    // By npm run prove alone: two starts take seconds.
    countKills: { kills: 3, missing: 600, within: 150 },
    receipts: { rounds: 3 },
    // A cut or two: each starts a server.
    days: { days: 12, daysOfStore: 4, seed: 11, cuts: 0.004 },
    shiftRaces: { rounds: 2 },
    // By npm run prove alone: each of six steps starts two servers.
    shiftKills: { rounds: 1, within: 30 },
    receiptKills: { kills: 1, within: 60 },
    // By npm run prove alone.
    night: { minutes: 0.5 },
    // The kill of the primary, and a cut line.
    failover: { rounds: 1, failures: 2, allEvery: 0, lockFor: 1000 },
    restore: { rounds: 1, stops: 1, rates: [600] },
    // By npm run prove alone: it needs Swift.
    s3: { rounds: 2 },
    fsync: { sales: 3 },
    // The last ones: the planted migration, and the commit.
    upgradeKills: { every: 23, last: 12 },
    // By npm run prove alone: the old version and its packages are fetched.
    upgradeInTurn: { from: '1.0.0', sales: 20 },
    // By npm run prove alone.
    olderTills: { version: '1.0.0' },
    // Each change once; the ways to lose an answer take turns from change to change.
    dropped: { times: 1 },
    wedge: { scans: 60, keys: 800 },
    frames: { runs: 200 },
    tillKills: { kills: 15, lanes: 1 },
    // A server dies once or twice: each start takes a second.
    offline: { rounds: 5, seed: 1, acts: 40, cuts: 0.002 },
    offlineKills: { kills: 12, lanes: 1 },
    // In npm run test:windows.
    windows: { carts: { kills: 28, lanes: 1 }, sales: { kills: 12, lanes: 1 }, updates: null },
    printer: { step: 131, benches: 4, slowdown: 10, patience: 3 },
  },
} as const;
