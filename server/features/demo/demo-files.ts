import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { ROOT } from '#server/platform/root.ts'

const DEMO_DIR = join(ROOT, 'supabase/demo')

const original = z.strictObject({
  title: z.string(),
  subtitle: z.string().optional(),
  excerpt: z.string(),
  category: z.enum(SHIPPED_SECTIONS),
  author: z.string(),
  age_hours: z.number().positive(),
  featured: z.boolean().default(false),
  published: z.boolean().default(true),
})

const translation = z.strictObject({
  translation_of: z.string(),
  title: z.string(),
  subtitle: z.string().optional(),
  excerpt: z.string(),
  featured: z.boolean().default(false),
})

interface DemoFile<Header> {
  language: Language
  slug: string
  header: Header
  content: string
}
export type DemoOriginal = DemoFile<z.infer<typeof original>>
export type DemoTranslation = DemoFile<z.infer<typeof translation>>

/** The articles of supabase/demo: originals in `en`, translations in the folders of the other languages. */
export async function readDemoFiles(): Promise<{
  originals: DemoOriginal[]
  translations: DemoTranslation[]
}> {
  const originals = await readFolder('en', original)
  const folders = LANGUAGE_CODES.filter((language) => language !== 'en')
  const translations = await Promise.all(folders.map((language) => readFolder(language, translation)))
  return { originals, translations: translations.flat() }
}

async function readFolder<Header>(
  language: Language,
  schema: z.ZodType<Header>,
): Promise<DemoFile<Header>[]> {
  const names = (await readdir(join(DEMO_DIR, language))).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = `supabase/demo/${language}/${name}`
      const text = await readFile(join(DEMO_DIR, language, name), 'utf8')
      const [, yaml, content] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
      if (yaml === undefined || content === undefined)
        throw new Error(`${path}: no front matter between --- lines`)
      const header = schema.safeParse(parse(yaml))
      if (!header.success) throw new Error(`${path}: ${z.prettifyError(header.error)}`)
      return { language, slug: name.slice(0, -3), header: header.data, content: content.trim() }
    }),
  )
}
