import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { readSections, saveSections } from '#core/data/categories.ts'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { listSettings, saveSettings, storeLookFile } from '#core/data/settings.ts'
import type { Category } from '#core/domain/category.ts'
import type { SettingKey } from '#core/domain/settings.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { fitLogo } from '#core/look/logo.ts'
import { articlePath, shareImagePath, sitemapPartPath } from '#core/paths.ts'
import { median } from '../support/site.ts'

const ROUNDS = 11
/** The articles that are read in each language: the page cache holds fewer. */
const ARTICLES_READ = 500
const READERS = 8
/** Pauses, so that neither readers nor the measurement use up the processor. */
const [READER_PAUSE_MS, POLL_MS] = [100, 5]
const MAX_WAIT_MS = 60_000
/** Begins the addresses of sections that are added. */
const ADDED = 'garden-'
const ARTICLE = { slug: 'en-50', language: 'en' } as const
const SHARE_IMAGES = [shareImagePath(ARTICLE), shareImagePath()]
const PAGES = ['/', '/?lang=de', articlePath(ARTICLE), '/tech', '/tech?lang=de']

/** Prepares a change, each time another one, and returns the call that makes it. */
type Prepare = (client: Client) => Promise<() => Promise<unknown>>

/** The changes made at the desk, and addresses that show them. */
const CHANGES: Record<string, { paths: string[]; prepare: Prepare }> = {
  accent: {
    paths: [...PAGES, '/manifest.webmanifest', '/favicon.svg', ...SHARE_IMAGES],
    prepare: (client) => settingChange(client, 'accent', newColour()),
  },
  icon: {
    paths: [...PAGES, '/manifest.webmanifest', '/favicon.svg', '/feeds/en.xml', '/feeds/de.json'],
    async prepare(client) {
      const { file } = await upload(client, 'icon')
      return settingChange(client, 'icon', { file })
    },
  },
  logo: {
    paths: [...PAGES, ...SHARE_IMAGES],
    async prepare(client) {
      const { file, recoloured, width, height } = await upload(client, 'logo')
      const size = fitLogo({ width, height })
      return settingChange(client, 'logo', { light: file, dark: recoloured, ...size, named: false })
    },
  },
  'name of a section': {
    paths: [...PAGES, '/feeds/en/tech.xml', '/llms.txt'],
    prepare: (client) =>
      sectionChange(client, (sections) =>
        sections.map((one) =>
          one.slug === 'tech' ? { ...one, names: namesOf(`Name ${newColour()}`) } : one,
        ),
      ),
  },
  'section added': {
    paths: [...PAGES, sitemapPartPath(1), '/llms.txt'],
    prepare: (client) =>
      sectionChange(client, (sections) => [
        ...sections.filter(({ slug }) => !slug.startsWith(ADDED)),
        { slug: `${ADDED}${Date.now()}`, color: newColour(), names: namesOf('Garden'), descriptions: {} },
      ]),
  },
}

/** Measures the time from a change of look or sections until every address shows it, with a full page cache; alone and beside readers. */
export async function measureLookChanges(site: {
  origin: string
  apikey: string
  /** The access token of an administrator. */
  editor: string
}): Promise<void> {
  const { origin, apikey, editor } = site
  const client: Client = createClient<Database>(origin, apikey, {
    auth: { persistSession: false },
    accessToken: async () => editor,
  })
  const addresses = LANGUAGE_CODES.flatMap((language) =>
    Array.from({ length: ARTICLES_READ }, (_, n) => articlePath({ slug: `${language}-${n}`, language })),
  )
  let read = 0
  await readAll(origin, () => addresses[read++])
  await measure(client, origin, 'alone')

  let isMeasured = false
  const readers = readAll(
    origin,
    () => (isMeasured ? undefined : addresses[read++ % addresses.length]),
    READER_PAUSE_MS,
  )
  await measure(client, origin, `beside ${READERS} readers`)
  isMeasured = true
  await readers
}

async function measure(client: Client, origin: string, when: string): Promise<void> {
  // An icon or a logo would hide a part of another accent.
  for (const key of ['accent', 'icon', 'logo'] as const) await (await settingChange(client, key, null))()
  for (const [name, { paths, prepare }] of Object.entries(CHANGES)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const make = await prepare(client)
      times.push(await millisecondsUntilShown(origin, paths, make))
    }
    console.log(
      `${name}, ${when}: ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`,
    )
  }
}

/** Measures the time from sending the request until all addresses have another content. */
async function millisecondsUntilShown(
  origin: string,
  paths: string[],
  make: () => Promise<unknown>,
): Promise<number> {
  const before = await Promise.all(paths.map((path) => contentOf(origin, path)))
  const sent = performance.now()
  await make()
  await Promise.all(
    paths.map(async (path, index) => {
      while ((await contentOf(origin, path)) === before[index]) {
        if (performance.now() - sent > MAX_WAIT_MS) throw new Error(`${path} does not show the change`)
        await delay(POLL_MS)
      }
    }),
  )
  return performance.now() - sent
}

/** A hash of the response of an address. */
async function contentOf(origin: string, path: string): Promise<string> {
  const response = await fetch(origin + path)
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return hash('sha256', Buffer.from(await response.arrayBuffer()))
}

/** Reads addresses over READERS connections, until there is no next one. */
async function readAll(origin: string, next: () => string | undefined, pauseMs = 0): Promise<void> {
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      for (let path = next(); path; path = next()) {
        await contentOf(origin, path)
        await delay(pauseMs)
      }
    }),
  )
}

async function settingChange(client: Client, key: SettingKey, after: unknown) {
  const before = (await listSettings(client))[key] ?? null
  return async () => {
    const conflicts = await saveSettings(client, [{ key, before, after }])
    if (conflicts.length > 0) throw new Error(`${key} was changed meanwhile`)
  }
}

/** Changes the sections; those that are left out lead to the page of all. */
async function sectionChange(client: Client, change: (sections: readonly Category[]) => Category[]) {
  const { categories: before } = await readSections(client)
  const categories = change(before)
  const kept = new Set(categories.map(({ slug }) => slug))
  const retired = Object.fromEntries(
    before.filter(({ slug }) => !kept.has(slug)).map(({ slug }) => [slug, 'news']),
  )
  return () => saveSections(client, { categories, retired, before })
}

async function upload(client: Client, use: 'logo' | 'icon') {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="16" fill="${newColour()}"/></svg>`
  const answer = await storeLookFile(client, new Blob([svg]), use)
  if (answer.status === 'refused') throw new Error(answer.message)
  return answer.data
}

let colours = 0
/** Each time another one, far from the last. */
function newColour(): string {
  colours += 1
  return `#${((colours * 0x9e_37_79) % 0x1_00_00_00).toString(16).padStart(6, '0')}`
}

const namesOf = (name: string) => ({ en: name, de: `${name} (de)` })
