import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { RecordingEstimate } from '#core/domain/recording.ts'

interface EstimateViewProps {
  /** Undefined until it is known. */
  estimate: RecordingEstimate | undefined
  error: Error | null
}

/** What recordings of older articles are likely to take, and how many of them the budget of the month covers. */
export function EstimateView({ estimate, error }: EstimateViewProps) {
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
