import { expect, onTestFinished, test } from 'vitest'
import { deliverToSocialWeb } from '#server/features/social/deliveries/deliver.ts'
import { tellChanges } from '#server/features/social/deliveries/tell-changes.ts'
import { addFollowers, openSocialSite } from '#server/features/social/testing/open-social-site.ts'
import { startRemoteServer } from '#server/features/social/testing/start-remote-server.ts'
import { connect } from '#server/platform/database/connection.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'

/** More than one process sends to at a time. */
const SERVERS = 60

test('two processes together deliver each message to each inbox exactly once', async () => {
  const site = await openSocialSite()
  const sql = connect(site.address)
  const other = await startTestJobs(
    { address: site.address, sql },
    { works: false, siteUrl: site.url, webhookServers: ['127.0.0.1'] },
  )
  onTestFinished(async () => {
    await other.stop()
    await sql.end()
  })
  const received: string[] = []
  const remote = await startRemoteServer({
    answer: ({ url }, body) => received.push(`${url} ${JSON.parse(body).id}`) && 202,
  })
  for (let n = 0; n < SERVERS; n++)
    await addFollowers(site.sql, `${remote.url}/${n}`, {
      count: 2,
      shares: n % 2 === 0,
      host: `server-${n}.example`,
    })
  for (let n = 0; n < 3; n++) await site.publish()
  const both = [site.services, other.services]
  const signal = new AbortController().signal
  await Promise.all(both.map((services) => tellChanges(services, signal)))
  // Loaded before: alone one process sends all of it in a few seconds.
  await Promise.all(both.map((services) => services.openSocialWeb()))
  const signed = [0, 0]
  const bothSign = Promise.withResolvers<void>()
  await Promise.all(
    both.map((services, index) => {
      const openSocialWeb = async () => {
        signed[index] = (signed[index] ?? 0) + 1
        if (Math.min(...signed) > 0) bothSign.resolve()
        await bothSign.promise
        return services.openSocialWeb()
      }
      return deliverToSocialWeb({ ...services, openSocialWeb }, signal)
    }),
  )
  // One inbox of every other server, two of the others, and three messages for each.
  expect(received).toHaveLength((SERVERS / 2) * 3 * 3)
  expect(new Set(received).size).toBe(received.length)
  expect(await site.sql`select from private.social_deliveries`).toHaveLength(0)
})

test('a process that ends between sending and recording sends at most once more', async () => {
  const site = await openSocialSite()
  const process = new AbortController()
  const remote = await startRemoteServer({
    answer: ({ method }) => {
      if (method === 'POST') process.abort()
      return undefined
    },
  })
  await addFollowers(site.sql, remote.url)
  await site.publish()
  await tellChanges(site.services, new AbortController().signal)
  await deliverToSocialWeb(site.services, process.signal)
  // Another one waits until the turn of the first one is over.
  await site.tell()
  expect(remote.requested.filter((one) => one.startsWith('POST'))).toHaveLength(1)
  await site.letTimePass()
  await site.tell()
  await site.letTimePass()
  await site.tell()
  expect(remote.requested.filter((one) => one.startsWith('POST'))).toHaveLength(2)
  const ids = remote.received.map(({ activity }) => activity.id)
  expect(new Set(ids).size).toBe(1)
})
