import { useQuery } from '@tanstack/react-query'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Pin from 'lucide-react/icons/pin'
import RotateCw from 'lucide-react/icons/rotate-cw'
import X from 'lucide-react/icons/x'
import { Link } from 'react-router'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { SummaryField } from '#app/admin/newsletter/draft/edition-fields.tsx'
import { SectionName } from '#app/admin/settings/sections/section-badge.tsx'
import { settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { CONTROL_STYLES } from '#app/components/ui/field.tsx'
import type { DeskIssueItem } from '#core/data/newsletter-issues.ts'
import { SECTIONS, type Section } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The headings of the sections in an English edition, by what the words of the publication speak of. */
export const SECTION_NAMES: Record<'ai' | 'any', Record<Section, string>> = {
  ai: {
    top: t('newsletterIssue.section.top'),
    market: t('newsletterIssue.section.market'),
    research: t('newsletterIssue.section.research'),
    funding: t('newsletterIssue.section.funding'),
    opinion: t('newsletterIssue.section.opinion'),
    next: t('newsletterIssue.section.next'),
  },
  any: {
    top: t('newsletterIssue.section.top'),
    market: t('newsletterIssue.section.any.market'),
    research: t('newsletterIssue.section.any.research'),
    funding: t('newsletterIssue.section.any.funding'),
    opinion: t('newsletterIssue.section.opinion'),
    next: t('newsletterIssue.section.next'),
  },
}

/** Returns what readers of this publication see above each section. */
export function useSectionNames(): Record<Section, string> {
  const { data } = useQuery(settingsQuery)
  const names = SECTION_NAMES[data?.stored.subject ?? data?.defaults.subject ?? 'ai']
  const own = (section: Section) => data?.stored.words?.[`newsletter.issue.section.${section}`]?.en
  const pairs = SECTIONS.map((section) => [section, own(section) ?? names[section]] as const)
  return Object.fromEntries(pairs) as Record<Section, string>
}

export interface ItemActions {
  move: (id: string, by: -1 | 1) => void
  moveTo: (id: string, section: Section) => void
  pin: (id: string, pinned: boolean) => void
  leaveOut: (id: string) => void
  redo: (id: string) => void
}

interface ItemRowProps {
  item: DeskIssueItem
  language: Language
  readOnly: boolean
  isFirst: boolean
  isLast: boolean
  /** True while the model is writing its summary. */
  isBusy: boolean
  actions: ItemActions
  onDrag: (id: string | null) => void
}

/** An article of the issue, with what the issue says about it. */
export function ItemRow({
  item,
  language,
  readOnly,
  isFirst,
  isLast,
  isBusy,
  actions,
  onDrag,
}: ItemRowProps) {
  const { id, section, pinned } = item
  const sectionNames = useSectionNames()
  const version = item.articles.find((article) => article.language === language && article.published)
  const article = version ?? item.articles[0]
  const title = article?.title ?? ''
  return (
    <article aria-label={title} className="flex gap-3 py-4 lg:gap-2 lg:py-1.5">
      {!readOnly && (
        <span
          aria-hidden
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData('text/plain', title)
            event.dataTransfer.effectAllowed = 'move'
            onDrag(id)
          }}
          onDragEnd={() => onDrag(null)}
          className="-ml-1.5 hidden h-9 w-6 shrink-0 cursor-grab items-center justify-center text-faint hover:text-ink md:flex"
        >
          <GripVertical size={17} />
        </span>
      )}
      <div className="grid min-w-0 grow gap-2 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-x-4 lg:gap-y-1">
        <div className="lg:self-center">
          {article && (
            <Link
              to={editArticlePath(article)}
              lang={article.language}
              className="font-medium decoration-line underline-offset-4 wrap-anywhere hover:underline lg:text-sm"
            >
              {title}
            </Link>
          )}
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-faint text-xs lg:ml-3 lg:inline-flex">
            {article && (
              <span className="uppercase">
                <SectionName slug={article.category} />
              </span>
            )}
            {article && <LocalTime iso={article.publish_date} precision="day" />}
            {!version && (
              <span className="text-orange">
                {article?.published
                  ? t('newsletterIssue.item.otherLanguage', { language: languageName(article.language) })
                  : t('newsletterIssue.item.unpublished')}
              </span>
            )}
          </p>
        </div>
        <div className="min-w-0 lg:col-span-2 lg:row-start-2">
          <SummaryField itemId={id} language={language} title={title} readOnly={readOnly} />
        </div>
        {!readOnly && (
          <div className="flex flex-wrap items-center gap-1 lg:flex-nowrap">
            {isBusy && <span className="text-faint text-sm">{t('newsletterIssue.item.redoing')}</span>}
            <div className="max-sm:order-first max-sm:basis-full">
              <SelectControl
                aria-label={t('newsletterIssue.item.section', { title })}
                className={`${CONTROL_STYLES} !min-h-9 !py-1 text-sm lg:w-36`}
                value={section}
                onChange={(event) => actions.moveTo(id, event.target.value as Section)}
              >
                {SECTIONS.map((name) => (
                  <option key={name} value={name}>
                    {sectionNames[name]}
                  </option>
                ))}
              </SelectControl>
            </div>
            <RowButton
              icon={ArrowUp}
              label={t('newsletterIssue.item.up', { title })}
              action={actionOf(id, -1)}
              disabled={isFirst}
              onClick={() => actions.move(id, -1)}
            />
            <RowButton
              icon={ArrowDown}
              label={t('newsletterIssue.item.down', { title })}
              action={actionOf(id, 1)}
              disabled={isLast}
              onClick={() => actions.move(id, 1)}
            />
            <RowButton
              icon={Pin}
              label={t('newsletterIssue.item.pin', { title })}
              pressed={pinned}
              onClick={() => actions.pin(id, !pinned)}
            />
            <RowButton
              icon={RotateCw}
              label={t('newsletterIssue.item.redo', { title })}
              disabled={isBusy}
              onClick={() => actions.redo(id)}
            />
            <RowButton
              icon={X}
              label={t('newsletterIssue.item.leaveOut', { title })}
              onClick={() => actions.leaveOut(id)}
            />
          </div>
        )}
      </div>
    </article>
  )
}

/** The key by which a button is focused again after its row has moved. */
export const actionOf = (id: string, by: -1 | 1) => `${id}${by}`

interface RowButtonProps {
  icon: React.ComponentType<{ size: number; 'aria-hidden': boolean }>
  label: string
  action?: string
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
}

function RowButton({ icon: Icon, label, action, pressed, disabled = false, onClick }: RowButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      className="!size-9 text-soft aria-pressed:bg-wash aria-pressed:text-blue"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={disabled}
      data-action={action}
      onClick={() => disabled || onClick()}
    >
      <Icon aria-hidden size={17} />
    </Button>
  )
}
