import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import type { BadgeTone } from '#app/components/ui/badge.tsx'
import { ruleName } from '#core/check/finding-phrase.ts'
import type { ImportNote, ImportPlan, ImportState, NoteKind, NoteOutcome } from '#core/domain/site-import.ts'
import { isLanguage } from '#core/i18n/languages.ts'

export const STATES: Record<ImportState, { tone: BadgeTone; label: string }> = {
  uploading: { tone: 'grey', label: t('imports.state.uploading') },
  reading: { tone: 'blue', label: t('imports.state.reading') },
  planned: { tone: 'orange', label: t('imports.state.planned') },
  importing: { tone: 'blue', label: t('imports.state.importing') },
  done: { tone: 'green', label: t('imports.state.done') },
  failed: { tone: 'red', label: t('imports.state.failed') },
  undoing: { tone: 'blue', label: t('imports.state.undoing') },
  undone: { tone: 'grey', label: t('imports.state.undone') },
}

export const NOTES: Record<NoteKind, string> = {
  embed: t('imports.note.embed'),
  gallery: t('imports.note.gallery'),
  media: t('imports.note.media'),
  shortcode: t('imports.note.shortcode'),
  block: t('imports.note.block'),
  form: t('imports.note.form'),
  format: t('imports.note.format'),
  table: t('imports.note.table'),
  caption: t('imports.note.caption'),
  link: t('imports.note.link'),
  picture: t('imports.note.picture'),
  'members-only': t('imports.note.membersOnly'),
  password: t('imports.note.password'),
  page: t('imports.note.page'),
  date: t('imports.note.date'),
  language: t('imports.note.language'),
  translation: t('imports.note.translation'),
  slug: t('imports.note.slug'),
  duplicate: t('imports.note.duplicate'),
  encoding: t('imports.note.encoding'),
  unreadable: t('imports.note.unreadable'),
  incomplete: t('imports.note.incomplete'),
  'too-large': t('imports.note.tooLarge'),
  'refused-file': t('imports.note.refusedFile'),
  'other-data': t('imports.note.otherData'),
  changed: t('imports.note.changed'),
}

export const OUTCOMES: Record<NoteOutcome, string> = {
  link: t('imports.outcome.link'),
  text: t('imports.outcome.text'),
  pictures: t('imports.outcome.pictures'),
  draft: t('imports.outcome.draft'),
  original: t('imports.outcome.original'),
  replaced: t('imports.outcome.replaced'),
  ignored: t('imports.outcome.ignored'),
  'left-out': t('imports.outcome.leftOut'),
}

export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** About how long something takes. */
export function describeDuration(seconds: number): string {
  if (seconds < 50) return t('imports.duration.seconds')
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 90) return t('imports.duration.minutes', { count: minutes })
  return t('imports.duration.hours', { count: Math.round(minutes / 60) })
}

/** Returns what is announced of progress: each quarter, because every step would be too much to hear. */
export function announceQuarter(fraction: number): string {
  const quarters = Math.floor(Math.min(1, fraction) * 4)
  return quarters === 0 ? '' : t('imports.progress.percent', { percent: quarters * 25 })
}

/** Languages with their numbers of articles; those whose source does not say it come last. */
export function describeLanguages(languages: ImportPlan['languages']): string {
  return languages
    .toSorted((a, b) => Number(a.language === null) - Number(b.language === null))
    .map(({ language, articles }) =>
      t('imports.counted', {
        name:
          language === null
            ? t('imports.language.unknown')
            : isLanguage(language)
              ? languageName(language)
              : language,
        count: articles,
        shown: formatCount(articles),
      }),
    )
    .join(', ')
}

/** Counts the articles that an import would write: not those that are here already, or that people have changed or deleted here. */
export function countToImport({ articles, known }: Pick<ImportPlan, 'articles' | 'known'>): number {
  return Math.max(0, articles - known.unchanged - known.touched - known.deleted)
}

/** A finding of the check before publishing, as the beginning of a line. */
export function describeRule(rule: string): string {
  const name = ruleName(rule)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Notes with those of the same article together, or of the same file where there is none. */
export function groupByPlace(notes: readonly ImportNote[]): { place: string; notes: ImportNote[] }[] {
  const groups: { place: string; key: string; notes: ImportNote[] }[] = []
  for (const note of notes) {
    const { file, title, sourceId } = note.place
    const key = JSON.stringify([file, title, sourceId])
    const last = groups.at(-1)
    if (last?.key === key) last.notes.push(note)
    else groups.push({ place: title || file || sourceId, key, notes: [note] })
  }
  return groups
}

const SEVERITIES = ['error', 'warning', 'info'] as const

/** Groups of notes with what matters most first: those with errors, then the larger ones. */
export function sortNotes<Group extends { count: number; first: ImportNote[] }>(
  groups: readonly Group[],
): Group[] {
  const weight = ({ first }: Group) =>
    Math.min(...first.map(({ severity }) => SEVERITIES.indexOf(severity)), SEVERITIES.length)
  return groups.toSorted((a, b) => weight(a) - weight(b) || b.count - a.count)
}
