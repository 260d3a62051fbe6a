import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { useDebouncedValue } from '#app/admin/kit/ui/use-debounced-value.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { RECORDINGS_KEY } from '#app/admin/stories/recordings/recordings-table.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { estimateRecordings, makeRecordings, type OlderArticles } from '#core/data/recordings.ts'
import { MAX_RECORDINGS, type RecordingEstimate } from '#core/domain/recording.ts'

const DEFAULT_COUNT = 20
const ESTIMATE_DELAY_MS = 300

const estimateQuery = (asked: OlderArticles) =>
  deskQuery([...RECORDINGS_KEY, 'estimate', asked], (client) => estimateRecordings(client, asked), {
    refuses: true,
  })

/** Asks how many older articles are to be read aloud, says what that is likely to take, and begins it. */
export function OlderRecordingsDialog({ onClose }: { onClose: () => void }) {
  const languages = useOfferedLanguages()
  const [typed, setTyped] = useState(String(DEFAULT_COUNT))
  const [language, setLanguage] = useState<string | null>(null)
  const [error, setError] = useState('')
  const count = readCount(typed)
  const askedCount = useDebouncedValue(count, ESTIMATE_DELAY_MS)
  const isCurrent = count !== null && askedCount === count
  const estimate = useQuery({ ...estimateQuery({ count: askedCount ?? 1, language }), enabled: isCurrent })
  const make = useDeskMutation({
    run: makeRecordings,
    done(begun) {
      onClose()
      return { title: t('recordings.older.begun', { count: begun }) }
    },
    failed: setError,
    invalidates: [RECORDINGS_KEY],
  })
  const shown = isCurrent ? estimate.data : undefined

  function begin() {
    if (count === null || make.isPending) return
    setError('')
    void make.attempt({ count, language })
  }

  return (
    <ModalDialog title={t('recordings.older.title')} onClose={onClose}>
      <form
        noValidate
        method="post"
        aria-busy={make.isPending}
        className="space-y-5 text-sm"
        onSubmit={(event) => {
          event.preventDefault()
          begin()
        }}
      >
        <p className="text-soft">{t('recordings.older.explain')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('recordings.older.count')}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={count === null ? t('recordings.older.wrongCount', { most: MAX_RECORDINGS }) : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Field label={t('recordings.language')}>
            {(control) => (
              <SelectControl
                {...control}
                value={language ?? ''}
                onChange={(event) => setLanguage(event.target.value || null)}
              >
                <option value="">{t('recordings.older.allLanguages')}</option>
                {languages.map((code) => (
                  <option key={code} value={code}>
                    {languageName(code)}
                  </option>
                ))}
              </SelectControl>
            )}
          </Field>
        </div>
        <EstimateView estimate={shown} error={isCurrent ? estimate.error : null} />
        {error && <Notice tone="warning" role="alert" title={error} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={!shown || shown.covered === 0} aria-disabled={make.isPending}>
            {make.isPending
              ? t('recordings.older.busy')
              : shown?.covered
                ? t('recordings.older.begin', { count: shown.covered })
                : t('recordings.older.beginNone')}
          </Button>
        </div>
      </form>
    </ModalDialog>
  )
}

/** Null when it is no number of articles that may be asked for. */
function readCount(typed: string): number | null {
  const count = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0
  return count >= 1 && count <= MAX_RECORDINGS ? count : null
}

interface EstimateViewProps {
  /** Undefined until it is known. */
  estimate: RecordingEstimate | undefined
  error: Error | null
}

/** Says what recordings of older articles are likely to take, and how many of them the budget of the month covers. */
function EstimateView({ estimate, error }: EstimateViewProps) {
  if (error) return <Notice tone="warning" title={describeError(error)} />
  return (
    <section
      aria-label={t('recordings.estimate')}
      aria-live="polite"
      className="space-y-3 border-line border-y py-4"
    >
      {estimate ? (
        <Figures {...estimate} />
      ) : (
        <p className="text-faint">{t('recordings.estimate.pending')}</p>
      )}
    </section>
  )
}

function Figures({ articles, seconds, cost, currency, covered, left }: RecordingEstimate) {
  if (articles === 0) return <p>{t('recordings.estimate.nothing')}</p>
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 tabular-nums">
        <dt className="text-faint">{t('recordings.estimate.articles')}</dt>
        <dd>{articles.toLocaleString('en')}</dd>
        <dt className="text-faint">{t('recordings.estimate.length')}</dt>
        <dd>{t('recordings.estimate.about', { what: formatLength(seconds) })}</dd>
        <dt className="text-faint">{t('recordings.estimate.cost')}</dt>
        <dd>
          {cost === null
            ? t('recordings.estimate.noPrice')
            : t('recordings.estimate.about', { what: money(cost) })}
        </dd>
        {left !== null && (
          <>
            <dt className="text-faint">{t('recordings.estimate.left')}</dt>
            <dd>{money(left)}</dd>
          </>
        )}
      </dl>
      {covered < articles && (
        <Notice
          tone="warning"
          title={
            covered === 0
              ? t('recordings.estimate.notCovered')
              : t('recordings.estimate.covered', { count: covered })
          }
        />
      )}
    </>
  )
}

function formatMoney(amount: number, currency: string): string {
  const maximumFractionDigits = amount > 0 && amount < 1 ? 4 : 2
  return amount.toLocaleString('en', { style: 'currency', currency, maximumFractionDigits })
}

/** Minutes of sound, from an hour and a half on hours. */
function formatLength(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return minutes < 90
    ? t('recordings.estimate.minutes', { count: minutes })
    : t('recordings.estimate.hours', { count: Math.round(minutes / 60) })
}
