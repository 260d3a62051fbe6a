import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test } from 'vitest'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { IMPORT_BUCKET } from '#core/domain/site-import.ts'
import { documents } from '#server/features/import/run/testing/import-site.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { isRoot } from '#server/platform/database/embedded/account.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { DISK_RESERVE_BYTES } from '#server/platform/disk/files.ts'
import { writeZip } from '#server/platform/documents/testing/write-zip.ts'
import { createLog } from '#server/platform/log.ts'
import { startMailSink } from '../mocks/mail-sink.ts'
import type { TestDatabase } from '../support/database.ts'
import { noiseOf } from '../support/images.ts'
import { startTestJobs } from '../support/jobs.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../support/newsletter-issues.ts'
import { runMain, temporaryDataDir } from './run-main.ts'

const ADMIN = { email: 'nora@example.org', password: 'a long password' }
const DISK_MEGABYTES = 800
/** Free above the reserve when the load begins. */
const ROOM_BYTES = 60_000_000
const READERS = 600
const IMPORTED = 400
/** The pause of a program after a refusal. */
const PAUSE_MS = 2_000
const mountDisk = promisify(execFile)

/** A disk of its own for a data folder, in memory. Only root can mount one. */
async function openSmallDisk(): Promise<string> {
  const folder = temporaryDataDir()
  await mountDisk('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=755`, 'tmpfs', folder.path])
  onTestFinished(async () => {
    await mountDisk('umount', ['--lazy', folder.path])
    await folder.remove()
  })
  return folder.path
}

/** Text that nothing makes shorter. */
const textOf = (bytes: number) => randomBytes(bytes / 2).toString('hex')

/** Leaves nothing of a disk. */
async function fillDisk(file: string): Promise<void> {
  const piece = Buffer.alloc(1_000_000)
  await expect(
    (async () => {
      for (;;) await appendFile(file, piece)
    })(),
  ).rejects.toMatchObject({ code: 'ENOSPC' })
}

/** Does something again and again until it is stopped, and counts how it was answered. */
function repeat(work: () => Promise<number>) {
  const answers = new Map<number, number>()
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const status = await work()
      answers.set(status, (answers.get(status) ?? 0) + 1)
      // A program that was refused waits, or the limit of uploads would be used up.
      if (status >= 400) await delay(PAUSE_MS)
    }
  })()
  return {
    answers,
    stop() {
      isOver = true
      return done
    },
  }
}

test.runIf(isRoot())(
  'on a disk that fills up, saves, uploads, an import, a backup and a sending lose nothing, and go on when there is room',
  async () => {
    const dataDir = await openSmallDisk()
    const sink = await startMailSink({ keeps: 'receipts' })
    const main = runMain({
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      SMTP_URL: sink.url,
    })
    onTestFinished(async () => {
      await main.stop()
      await sink.close()
    })
    const url = await main.address()
    const { publishableKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
    const newClient = () => createClient(url, publishableKey, { auth: { persistSession: false } })
    const client = newClient()
    const { data: session } = await client.auth.signInWithPassword(ADMIN)
    const authorization = `Bearer ${session.session?.access_token}`
    const database = await joinDatabase({ dataDir, databaseUrl: undefined })
    const { sql } = database
    const ask = async (name: string, body?: object) => {
      const response = await fetch(`${url}/functions/v1/${name}`, {
        method: body ? 'POST' : 'GET',
        headers: { apikey: publishableKey, authorization, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return response.json()
    }

    const drafts = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const { data } = await client
          .from('articles')
          .insert({
            ...{ slug: `draft-${n}`, title: `Draft ${n}`, excerpt: 'Ships.', content: 'Ships.' },
            ...{ category: 'news', author: 'Ada', published: n === 1 },
          })
          .select('id')
          .single()
          .throwOnError()
        return { id: data.id as string, acknowledged: 'Ships.' }
      }),
    )
    await client.from('articles').insert({
      ...{
        slug: 'needless',
        title: 'Needless',
        excerpt: 'No.',
        content: 'No.',
        category: 'news',
        author: 'Ada',
      },
    })
    const uploaded = new Map<string, number>()
    const picture = Uint8Array.from(await noiseOf(1_000_000))
    const save = (draft: (typeof drafts)[number]) => async () => {
      const content = textOf(200_000)
      const { status } = await client.from('articles').update({ content }).eq('id', draft.id)
      if (status < 300) draft.acknowledged = content
      return status
    }
    const upload = async () => {
      const name = `articles/${crypto.randomUUID()}.jpg`
      const { error } = await client.storage
        .from(MEDIA_BUCKET)
        .upload(name, new Blob([picture], { type: 'image/jpeg' }))
      if (error) return Number((error as { statusCode?: string }).statusCode)
      uploaded.set(name, picture.length)
      return 200
    }

    const zip = writeZip(
      Object.entries(
        documents(
          Object.fromEntries(
            Array.from({ length: IMPORTED }, (_, n) => [
              `content/posts/${n}.md`,
              { fields: { title: `Number ${n}`, date: '2024-05-01' } },
            ]),
          ),
        ),
      ).map(([path, content]) => ({ path, content: `${content}\n\n${textOf(40_000)}` })),
    )
    const { id: importId } = await ask('begin-import', { name: 'site.zip', size: zip.length, format: null })
    for (let part = 0; part * 8_388_608 < zip.length; part++)
      await client.storage
        .from(IMPORT_BUCKET)
        .upload(
          `${importId}/${part}`,
          new Blob([Uint8Array.from(zip.subarray(part * 8_388_608, (part + 1) * 8_388_608))], {
            type: 'application/octet-stream',
          }),
        )
        .then(({ error }) => expect(error).toBeNull())
    await ask('read-import', { id: importId })
    const importState = async () => (await sql`select state, problem, report from private.imports`)[0]
    await expect.poll(importState, { timeout: 60_000 }).toMatchObject({ state: 'planned' })

    await addReaders(sql, READERS)
    const { id: issueId } = await addApprovedIssue(sql)
    sink.behave({ kind: 'accept', afterMs: 100 })
    const desk = await startTestJobs(
      { address: database.address as TestDatabase['address'], sql },
      { works: false, smtpUrl: sink.url, log: createLog('silent') },
    )
    onTestFinished(async () => {
      await desk.stop()
      await database.close()
    })

    const filler = join(dataDir, 'filler')
    const { bavail, bsize } = await statfs(dataDir)
    await writeFile(filler, Buffer.alloc(bavail * bsize - DISK_RESERVE_BYTES - ROOM_BYTES))

    expect(await startSending(desk.services, issueId, null)).toMatchObject({ status: 'begun' })
    const choices = { language: 'en', section: 'news', drafts: false, site: null, terms: [] }
    await ask('run-import', { id: importId, choices })
    await ask('start-backup', {})
    const saves = drafts.map((draft) => repeat(save(draft)))
    const uploads = [repeat(upload), repeat(upload)]
    const load = [...saves, ...uploads]
    const count = (...statuses: number[]) =>
      load.map(({ answers }) => statuses.reduce((sum, status) => sum + (answers.get(status) ?? 0), 0))
    /** Waits until each of them was answered so once more. */
    const untilAll = async (...statuses: number[]) => {
      const until = count(...statuses)
      const isMore = () => count(...statuses).every((now, n) => now > (until[n] ?? 0))
      await expect.poll(isMore, { timeout: 120_000 }).toBe(true)
    }

    await untilAll(507)
    expect(sink.receipts.length).toBeLessThan(READERS)
    expect((await fetch(`${url}/news`)).status).toBe(200)
    expect((await newClient().auth.signInWithPassword(ADMIN)).error).toBeNull()
    const removed = await client.from('articles').delete().eq('slug', 'needless').select('id').throwOnError()
    expect(removed.data).toHaveLength(1)
    const sent = async () => (await countDeliveries(sql, issueId)).status
    await expect.poll(sent, { timeout: 120_000 }).toBe('sent')
    await rm(filler)
    await untilAll(200, 204)
    // The reserve is used up as well.
    await fillDisk(filler)
    await untilAll(503, 507)
    expect((await fetch(`${url}/news`)).status).toBe(200)
    await rm(filler)
    await untilAll(200, 204)
    await Promise.all(load.map((one) => one.stop()))
    for (const { answers } of load)
      expect(new Set(answers.keys()).difference(new Set([200, 204, 503, 507]))).toEqual(new Set())

    for (const { id, acknowledged } of drafts) {
      const { data } = await client.from('articles').select('content').eq('id', id).single().throwOnError()
      expect(data.content).toBe(acknowledged)
    }
    for (const name of uploaded.keys()) {
      const response = await fetch(`${url}/storage/v1/object/public/${MEDIA_BUCKET}/${name}`)
      expect([response.status, (await response.arrayBuffer()).byteLength > 100_000]).toEqual([200, true])
    }
    await expect
      .poll(importState, { timeout: 400_000, interval: 1_000 })
      .toMatchObject({ state: 'done', report: { created: IMPORTED, failed: 0 } })
    const copies = Map.groupBy(sink.receipts, ({ to }) => to)
    expect([copies.size, [...copies.values()].every(({ length }) => length === 1)]).toEqual([READERS, true])
    await ask('start-backup', {})
    await expect
      .poll(
        async () => (await sql`select status from private.backups order by requested_at desc limit 1`)[0],
        {
          timeout: 120_000,
        },
      )
      .toMatchObject({ status: 'done' })
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  },
  900_000,
)
