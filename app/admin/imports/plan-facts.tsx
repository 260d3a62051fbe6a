import { describeLanguages, formatCount } from '#app/admin/imports/describe-import.ts'
import { t } from '#app/admin/messages.ts'
import { Facts } from '#app/admin/system/facts.tsx'
import type { ImportPlan } from '#core/domain/site-import.ts'

/** What a dry run found, in numbers. */
export function PlanFacts({ plan }: { plan: ImportPlan }) {
  const { articles, translations, languages, pictures, oldAddresses } = plan
  return (
    <Facts
      facts={[
        { name: t('imports.fact.articles'), value: formatCount(articles), detail: describeStates(plan) },
        { name: t('imports.fact.languages'), value: describeLanguages(languages) },
        ...(translations > 0
          ? [{ name: t('imports.fact.translations'), value: formatCount(translations) }]
          : []),
        ...(plan.authorCount > 0
          ? [
              {
                name: t('imports.fact.authors'),
                value: formatCount(plan.authorCount),
                detail: describeAuthors(plan),
              },
            ]
          : []),
        {
          name: t('imports.fact.pictures'),
          value: formatCount(pictures.inside + pictures.elsewhere + pictures.siteless),
          detail: describePictures(pictures),
        },
        {
          name: t('imports.fact.addresses'),
          value: formatCount(oldAddresses),
          detail: oldAddresses > 0 && t('imports.fact.addressesHint'),
        },
      ]}
    />
  )
}

function describePictures({ elsewhere, siteless }: ImportPlan['pictures']): string {
  return [
    elsewhere > 0 && t('imports.fact.picturesElsewhere', { count: elsewhere, shown: formatCount(elsewhere) }),
    siteless > 0 && t('imports.fact.picturesSiteless', { count: siteless, shown: formatCount(siteless) }),
  ]
    .filter(Boolean)
    .join(' ')
}

function describeStates({ published, drafts, scheduled }: ImportPlan): string {
  return [
    published > 0 && t('imports.fact.published', { count: published, shown: formatCount(published) }),
    drafts > 0 && t('imports.fact.drafts', { count: drafts, shown: formatCount(drafts) }),
    scheduled > 0 && t('imports.fact.scheduled', { count: scheduled, shown: formatCount(scheduled) }),
  ]
    .filter(Boolean)
    .join(', ')
}

const SHOWN_AUTHORS = 8

function describeAuthors({ authors, authorCount }: ImportPlan): string {
  const shown = authors.slice(0, SHOWN_AUTHORS)
  const names = shown.map(({ name }) => name)
  const others = authorCount - shown.length
  if (others > 0) names.push(t('imports.more', { count: others, shown: formatCount(others) }))
  return names.join(', ')
}

/** What an earlier import brought, and what becomes of it; nothing at the first. */
export function KnownArticles({ known }: Pick<ImportPlan, 'known'>) {
  const { unchanged, changed, touched, deleted } = known
  const lines = [
    unchanged > 0 && t('imports.known.unchanged', { count: unchanged, shown: formatCount(unchanged) }),
    changed > 0 && t('imports.known.changed', { count: changed, shown: formatCount(changed) }),
    touched > 0 && t('imports.known.touched', { count: touched, shown: formatCount(touched) }),
    deleted > 0 && t('imports.known.deleted', { count: deleted, shown: formatCount(deleted) }),
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return (
    <div className="mt-6 border-line border-t pt-5 text-sm">
      <h3 className="font-medium">{t('imports.known')}</h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-soft">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
