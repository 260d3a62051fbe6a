import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { textOfField } from '#server/features/import/markdown/fields.ts'
import { readDocument } from '#server/features/import/markdown/front-matter.ts'
import { readLanguage } from '#server/platform/documents/read-language.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { readText } from '#server/platform/documents/source-file.ts'

/** The languages of documents, and which of them are translations of which. */
export interface Translations {
  languageOf: (path: string) => string | null
  originalOf: (path: string) => string | null
  /** Documents of which there is already one in their language. */
  isSecond: (path: string) => boolean
}

interface Member {
  path: string
  language: string | null
}

const SUFFIX = /\.([a-z]{2}(?:[-_][a-z]{2})?)\.(?:mdx?|markdown|mkdn?|mkdown|mdown|html?)$/i
const MAX_FIELDS_BYTES = 1_048_576

/**
 * Reads the language of each document: from a field, the end of its name (`post.fr.md`), or a folder (`fr/post.md`). Documents that a
 * field joins, or that differ in the language of their path alone, are translations of each other.
 */
export async function readTranslations(files: readonly SourceFile[]): Promise<Translations> {
  const folders = languageFolders(files.map(({ path }) => path))
  const languages = new Map<string, string | null>()
  const groups = new Map<string, Member[]>()
  for (const file of files) {
    const { language: ofPath, rest } = splitPath(file.path, folders)
    const read = await readText(file, MAX_FIELDS_BYTES)
    const { fields } = readDocument(read?.text ?? '')
    const language = readLanguage(textOfField(fields, 'language')) ?? ofPath
    languages.set(file.path, language)
    const field = textOfField(fields, 'translation').slice(0, 500)
    const key = field ? `field ${field}` : `path ${rest.replace(/\.\w+$/, '')}`
    const members = groups.get(key)
    if (members) members.push({ path: file.path, language })
    else groups.set(key, [{ path: file.path, language }])
  }
  const originals = new Map<string, string>()
  const second = new Set<string>()
  for (const members of groups.values()) if (members.length > 1) join(members, originals, second)
  return {
    languageOf: (path) => languages.get(path) ?? null,
    originalOf: (path) => originals.get(path) ?? null,
    isSecond: (path) => second.has(path),
  }
}

/** The English document is the original; otherwise the one without a language, which is in that of the site. */
function join(members: Member[], originals: Map<string, string>, second: Set<string>): void {
  const original =
    members.find(({ language }) => language === 'en') ??
    members.find(({ language }) => language === null) ??
    members[0]
  const seen = new Set([original?.language])
  for (const { path, language } of members) {
    if (!original || path === original.path) continue
    if (seen.has(language)) second.add(path)
    else originals.set(path, original.path)
    seen.add(language)
  }
}

/** Folders whose names are languages: those of this product, or those that have another language beside them. */
function languageFolders(paths: readonly string[]): Set<string> {
  const beside = new Map<string, Set<string>>()
  for (const path of paths) {
    const parts = path.split('/').slice(0, -1)
    for (const [index, part] of parts.entries()) {
      if (!/^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(part) || readLanguage(part) === null) continue
      const outer = parts.slice(0, index).join('/')
      const names = beside.get(outer) ?? new Set()
      beside.set(outer, names.add(part))
    }
  }
  const folders = new Set<string>()
  for (const [outer, names] of beside)
    for (const name of names)
      if (names.size > 1 || (LANGUAGE_CODES as readonly string[]).includes(name.toLowerCase()))
        folders.add(outer ? `${outer}/${name}` : name)
  return folders
}

/** The language in a path, and the path without it. */
function splitPath(path: string, folders: ReadonlySet<string>): { language: string | null; rest: string } {
  const suffix = SUFFIX.exec(path)?.[1]
  const ofSuffix = suffix ? readLanguage(suffix) : null
  const plain = ofSuffix && suffix ? path.replace(`.${suffix}.`, '.') : path
  const parts = plain.split('/')
  const at = parts.findIndex(
    (_, index) => index < parts.length - 1 && folders.has(parts.slice(0, index + 1).join('/')),
  )
  const rest = at === -1 ? plain : [...parts.slice(0, at), ...parts.slice(at + 1)].join('/')
  return { language: ofSuffix ?? (at === -1 ? null : readLanguage(parts[at] ?? '')), rest }
}
