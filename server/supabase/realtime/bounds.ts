/** What one connection, one channel and one message may take; `docs/self-hosting.md` lists them too. */
export const BOUNDS = {
  /** Of all addresses. Beyond it a new connection replaces one that has joined nothing. */
  connections: 500,
  /** Many users may share one address. */
  connectionsPerAddress: 100,
  /** Until a connection has joined a channel for the first time. */
  firstJoinMs: 15_000,
  /** Without a message of the client, which sends a heartbeat every 25 seconds and answers pings. */
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
  /** In all channels together that have the same access token. */
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
  /** Of one user, who would otherwise keep colleagues out. */
  presencesPerUser: 10,
  /** How deep arrays and objects of a broadcast or a presence may be nested. */
  depth: 16,
  /** Of a longer row only the values of at most 64 bytes are sent, as hosted Supabase does. */
  recordBytes: 256 * 1024,
  /** Changes that wait to be read. When there are more, clients are told to load everything again. */
  waitingChanges: 200,
}
