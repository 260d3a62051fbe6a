import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { useSectionName } from '#app/admin/sections/use-sections.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { type CalendarRhythm, findGaps } from '#core/domain/calendar.ts'

/** What is missing; nothing when all is as usual. */
export function GapsNotice({ rhythm }: { rhythm: CalendarRhythm }) {
  const sectionName = useSectionName()
  const gaps = findGaps(rhythm, new Date())
  if (gaps.length === 0) return null
  return (
    <Notice tone="warning" title={t('calendar.gaps')} className="mb-6">
      <ul>
        {gaps.map((gap) =>
          gap.kind === 'section' ? (
            <li key={gap.section}>{t('calendar.gap.section', { section: sectionName(gap.section) })}</li>
          ) : (
            <li key={gap.language}>
              {t('calendar.gap.language', {
                language: languageName(gap.language),
                count: gap.days,
              })}
            </li>
          ),
        )}
      </ul>
    </Notice>
  )
}
