import { expect, test } from 'vitest'
import type { PresenceAnnouncement } from '#server/supabase/realtime/announcements.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import type { Channel } from '#server/supabase/realtime/channels/channels.ts'
import { createPresence } from '#server/supabase/realtime/presence.ts'

const TOPIC = 'realtime:desk'
const ANA = { user_id: 'the id of Ana', name: 'Ana' }

/** A process with one channel, which watches the topic; what it announces goes to `network`. */
function startProcess(network: ((announcement: PresenceAnnouncement) => void)[], clock = { now: 0 }) {
  const heard: { joins: Record<string, unknown>; leaves: Record<string, unknown> }[] = []
  const channel = {
    id: crypto.randomUUID(),
    topic: TOPIC,
    presence: { key: 'ana', isEnabled: true },
    caller: { userId: ANA.user_id },
    name: ANA.name,
    push: (_event: string, payload: string) => heard.push(JSON.parse(payload)),
  } as unknown as Channel
  const presence = createPresence({
    announce: async (announcement) => {
      for (const accept of network) accept(announcement as PresenceAnnouncement)
    },
    channels: { ofTopic: (topic) => (topic === TOPIC ? [channel] : []) },
    now: () => clock.now,
  })
  network.push(presence.accept)
  return { presence, channel, heard, present: () => Object.keys(JSON.parse(presence.stateOf(TOPIC))) }
}

test('a process that starts learns who is present in the others', async () => {
  const network: ((announcement: PresenceAnnouncement) => void)[] = []
  const first = startProcess(network)
  await first.presence.track(first.channel, '{"name":"Ana"}')
  const second = startProcess(network)
  expect(second.present()).toEqual([])
  await second.presence.resync()
  expect(second.present()).toEqual(['ana'])
  expect(first.heard).toHaveLength(1)
})

test('what a process had said before it began anew does not stay', async () => {
  const network: ((announcement: PresenceAnnouncement) => void)[] = []
  const [first, second] = [startProcess(network), startProcess(network)]
  await first.presence.track(first.channel, '{}')
  await first.presence.resync()
  expect([first.present(), second.present()]).toEqual([[], []])
})

test('a process that was killed is forgotten after a while, one that is alive is not', async () => {
  const network: ((announcement: PresenceAnnouncement) => void)[] = []
  const clock = { now: 0 }
  const [watching, killed, alive] = [
    startProcess(network, clock),
    startProcess(network, clock),
    startProcess(network, clock),
  ]
  await killed.presence.track({ ...killed.channel, presence: { key: 'ben', isEnabled: true } }, '{}')
  await alive.presence.track(alive.channel, '{}')
  clock.now = 30_000
  await alive.presence.sendHeartbeat()
  await watching.presence.sendHeartbeat()
  expect(watching.present()).toEqual(['ben', 'ana'])
  clock.now = 40_000
  await watching.presence.sendHeartbeat()
  expect(watching.present()).toEqual(['ana'])
  expect(Object.keys(watching.heard.at(-1)?.leaves ?? {})).toEqual(['ben'])
})

test('a presence that changes takes the place of the one before in one step', async () => {
  const { presence, channel, heard } = startProcess([])
  await presence.track(channel, '{"at":1}')
  await presence.track(channel, '{"at":2,"phx_ref":"forged"}')
  const { joins, leaves } = heard[1] ?? {}
  expect([joins, leaves]).toEqual([
    { ana: { metas: [{ at: 2, ...ANA, phx_ref: expect.stringMatching(/^[0-9a-f-]{36}$/) }] } },
    { ana: { metas: [{ at: 1, ...ANA, phx_ref: expect.any(String) }] } },
  ])
})

test('the server says who it is, whatever the client says', async () => {
  const { presence, channel } = startProcess([])
  await presence.track(channel, '{"user_id":"forged","name":"Eve","places":["articles"]}')
  expect(JSON.parse(presence.stateOf(TOPIC))).toEqual({
    ana: {
      metas: [{ ...ANA, places: ['articles'], phx_ref: expect.any(String) }],
    },
  })
})

/** The channel of another user, with a key of its own. */
const of = (channel: Channel, n: number): Channel => ({
  ...channel,
  id: `${n}`,
  presence: { key: `${n}`, isEnabled: true },
  caller: { ...channel.caller, userId: `${n}` },
})

test('a topic takes so many presences and no more', async () => {
  const { presence, channel, present } = startProcess([])
  for (let n = 0; n <= BOUNDS.presencesPerTopic; n += 1) {
    await presence.track(of(channel, n), '{}')
  }
  expect(present()).toHaveLength(BOUNDS.presencesPerTopic)
  expect(presence.isFull(channel)).toBe(true)
})

test('one user does not fill a topic alone', async () => {
  const { presence, channel, present } = startProcess([])
  for (let n = 0; n <= BOUNDS.presencesPerUser; n += 1) {
    await presence.track({ ...of(channel, n), caller: channel.caller }, '{}')
  }
  expect(present()).toHaveLength(BOUNDS.presencesPerUser)
  expect(presence.isFull(channel)).toBe(true)
  // Whoever is present changes what they do.
  expect(presence.isFull({ ...of(channel, 0), caller: channel.caller })).toBe(false)
  const colleague = of(channel, 100)
  expect(presence.isFull(colleague)).toBe(false)
})
