import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import type { SegmentFacts, SourceTag } from '#app/admin/languages/review/check/reviewed-texts.ts'
import { openReportsQuery, REPORTS_KEY } from '#app/admin/languages/review/review-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { deleteTranslationReport, setReportStatus } from '#core/data/translation-review.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationReport, TranslationReview } from '#core/domain/translation-review.ts'
import { withFewMarks } from '#core/languages/fold-letters.ts'

interface ReportNoteProps {
  report: TranslationReport
  language: TranslatedLanguage
  /** Called when the report is closed or deleted, because its focused button disappears. */
  onRemoved: () => void
}

/** A report of a reader. */
export function ReportNote({ report, language, onRemoved }: ReportNoteProps) {
  const queries = useQueryClient()
  const [isDeleting, setIsDeleting] = useState(false)
  const finish = useDeskMutation({
    run: (client, id: string) => setReportStatus(client, id, 'done'),
    done() {
      onRemoved()
      return { title: t('review.report.isDone') }
    },
    invalidates: [REPORTS_KEY],
  })

  return (
    <div className="rounded-sm bg-wash p-3 text-sm">
      <p className="mb-1 text-faint">
        {t('review.report.title')} <LocalTime iso={report.created_at} precision="minute" />
      </p>
      <blockquote lang={language} dir="auto" className="border-edge border-l-2 pl-3 wrap-anywhere">
        {report.quote}
      </blockquote>
      {report.comment && (
        <p dir="auto" className="mt-2 whitespace-pre-wrap text-soft wrap-anywhere">
          {report.comment}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={finish.isPending}
          onClick={() => finish.isPending || void finish.attempt(report.id)}
        >
          {t('review.report.done')}
        </Button>
        <Button variant="ghost" size="sm" className="text-red" onClick={() => setIsDeleting(true)}>
          {t('review.report.delete')}
        </Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={t('review.report.deleteTitle')}
          action={t('review.report.delete')}
          onConfirm={async () => {
            await signedIn((client) => deleteTranslationReport(client, report.id))
            setIsDeleting(false)
            onRemoved()
            await queries.invalidateQueries({ queryKey: REPORTS_KEY })
          }}
          onClose={() => setIsDeleting(false)}
        >
          <p>{t('review.report.deleteText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** The share of the words of a quote that a changed block must contain. */
const MIN_SHARE = 0.6
const MIN_WORDS = 4

interface MatchedReports {
  /** By the position of the segment. */
  at: Map<number, TranslationReport[]>
  /** Reports whose quote is in no segment. */
  unmatched: TranslationReport[]
}

/** Matches reports to segments. `known` has the positions of reports before a text was changed. */
export function matchReports(
  reports: readonly TranslationReport[],
  texts: readonly { text: string; tags: readonly SourceTag[] | undefined }[],
  known: ReadonlyMap<string, number> = new Map(),
): MatchedReports {
  const matched: MatchedReports = { at: new Map(), unmatched: [] }
  if (reports.length === 0) return matched
  const shown = texts.map(({ text, tags }) => fold(readersText(text, tags)))
  for (const report of reports) {
    const before = known.get(report.id)
    const position = before !== undefined && before < texts.length ? before : findQuote(report.quote, shown)
    if (position === null) matched.unmatched.push(report)
    else matched.at.set(position, [...(matched.at.get(position) ?? []), report])
  }
  return matched
}

/** A text as readers see and copy it. */
export function readersText(text: string, tags: readonly SourceTag[] = []): string {
  const values = new Map(tags.map((tag) => [tag.id, tag]))
  return text.replace(/<(\/?)([a-z]\d{1,6})\s?(\/?)>/g, (_, _close, id: string, alone: string) => {
    if (alone === '') return ''
    const tag = values.get(id)
    if (tag?.kind === 'n') return ' '
    return tag && ['c', 'u', 'f', 'v'].includes(tag.kind) ? tag.value : ''
  })
}

function findQuote(quote: string, shown: readonly string[]): number | null {
  const wanted = fold(quote)
  const whole = shown.findIndex((text) => text.includes(wanted))
  if (whole >= 0) return whole
  // The quote spans several blocks.
  const part = shown.findIndex((text) => wordsOf(text).length >= MIN_WORDS && wanted.includes(text))
  if (part >= 0) return part
  const words = wordsOf(wanted)
  if (words.length < MIN_WORDS) return null
  const shares = shown.map((text) => shareOf(words, new Set(wordsOf(text))))
  const best = Math.max(0, ...shares)
  return best >= MIN_SHARE ? shares.indexOf(best) : null
}

const shareOf = (words: readonly string[], there: ReadonlySet<string>) =>
  words.filter((word) => there.has(word)).length / words.length

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Normalises spaces and quotation marks, which change when text is copied. */
const fold = (text: string) =>
  withFewMarks(text)
    .normalize('NFKC')
    .replace(/[“”„«»"‘’‚']/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

const NONE: readonly TranslationReport[] = []

/** The reports of readers on a translation, by segment. */
export function useMatchedReports(review: TranslationReview, facts: readonly SegmentFacts[] | null) {
  const { data: reports = NONE } = useQuery(openReportsQuery(review.translation?.id ?? null))
  /** A report stays at its segment when the text changes. */
  const known = useRef(new Map<string, string>())
  const { segments } = review

  return useMemo(() => {
    const positions = new Map(segments.map(({ id }, position) => [id, position]))
    const before = new Map(
      [...known.current].flatMap(([report, id]) => {
        const position = positions.get(id)
        return position === undefined ? [] : [[report, position] as const]
      }),
    )
    const texts = segments.map(({ text }, position) => ({ text, tags: facts?.[position]?.tags }))
    const matched = matchReports(reports, texts, before)
    for (const [position, at] of matched.at) {
      const id = segments[position]?.id
      if (id !== undefined) for (const report of at) known.current.set(report.id, id)
    }
    return { ...matched, total: reports.length }
  }, [reports, segments, facts])
}
