/** The limits of one connection, one channel and one message; `docs/self-hosting/limits.md` lists them too. */
export const BOUNDS = {
  /** The connections of all addresses. Beyond it a new connection replaces one that has joined nothing. */
  connections: 500,
  /** Many users may share one address. */
  connectionsPerAddress: 100,
  /** The time that a connection has to join a channel for the first time. */
  firstJoinMs: 15_000,
  /** The longest silence of a client, which sends a heartbeat every 25 seconds and answers pings. */
  silenceMs: 60_000,
  pingMs: 25_000,
  frameBytes: 32 * 1024,
  framesPer10Seconds: 200,
  joinsPer10Seconds: 60,
  /** Broadcasts and changes of presence of one user, on all connections together: each is sent to every process and every client in its topic. */
  announcementsPer10Seconds: 300,
  /** Frames of one connection that wait for the ones before them. */
  waitingFrames: 100,
  /** Bytes that a client has not read yet; beyond it the connection is terminated. */
  queuedBytes: 4 * 1024 * 1024,
  channelsPerConnection: 50,
  /** A desk follows each of its tables with one, on one channel. */
  subscriptionsPerChannel: 40,
  /** The subscriptions in all channels together that have the same access token. */
  subscriptionsPerCaller: 600,
  conditionsPerFilter: 5,
  filterCharacters: 500,
  /** A binary frame has one byte for the length of each. */
  topicBytes: 200,
  eventBytes: 100,
  /** PostgreSQL refuses a notification of 8,000 bytes, and a broadcast is one. */
  announcementBytes: 7_900,
  presenceKeyCharacters: 100,
  presenceBytes: 1024,
  presencesPerTopic: 200,
  /** The presences of one user, who would otherwise keep colleagues out. */
  presencesPerUser: 10,
  /** The levels of nested arrays and objects in a broadcast or a presence. */
  depth: 16,
  /** The size of a row beyond which only the values of at most 64 bytes are sent, as hosted Supabase does. */
  recordBytes: 256 * 1024,
  /** Changes that wait to be read. When there are more, clients are told to load everything again. */
  waitingChanges: 200,
}
