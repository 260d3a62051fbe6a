import ChevronDown from 'lucide-react/icons/chevron-down'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { languageName } from '#app/admin/article/language-name.ts'
import { MoveButtons } from '#app/admin/form/move-buttons.tsx'
import { t } from '#app/admin/messages.ts'
import { accentOf } from '#app/admin/sections/section-badge.tsx'
import type { SectionDraft, SectionProblems } from '#app/admin/sections/section-drafts.ts'
import { SectionFields } from '#app/admin/sections/section-fields.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { COLOR_PATTERN } from '#core/domain/publication-settings.ts'
import { ALL_CATEGORIES_PAGE, SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import type { Language } from '#core/i18n/languages.ts'

interface SectionRowProps {
  section: SectionDraft
  name: string
  /** Its place, counted from 0, and the number of sections. */
  place: number
  count: number
  problems: SectionProblems
  isOpen: boolean
  onToggle: (open: boolean) => void
  onChange: (part: Partial<SectionDraft>) => void
  onMove: (to: number) => void
  /** Something was dragged here from this place. */
  onTake: (from: number) => void
  onRetire: () => void
}

const DRAGGED = 'application/x-section'

/** A section in the list: its name and place, and its fields when it is open. It can be dragged, or moved by its buttons. */
export function SectionRow(props: SectionRowProps) {
  const { section, name, place, count, problems, isOpen, onToggle, onChange, onMove, onTake, onRetire } =
    props
  const hasProblem = [...problems.keys()].some((field) => field.startsWith(`${section.key}.`))
  const missing = missingNames(section, useOfferedLanguages())
  const isOpenNow = isOpen || hasProblem
  return (
    <li
      aria-label={name}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => {
        // Text that is dropped into a field is none of ours.
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        onTake(Number(event.dataTransfer.getData(DRAGGED)))
      }}
    >
      <div className="flex items-center gap-1 py-1.5">
        <span
          aria-hidden
          draggable
          title={t('sections.drag')}
          onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(place))}
          className="hidden size-8 shrink-0 cursor-grab place-items-center text-faint sm:grid"
        >
          <GripVertical size={16} />
        </span>
        <span
          aria-hidden
          style={accentOf({
            slug: section.was ?? section.slug,
            color: COLOR_PATTERN.test(section.color) ? section.color : null,
          })}
          className="mr-2 size-3 shrink-0 bg-accent"
        />
        <button
          type="button"
          aria-expanded={isOpenNow}
          onClick={() => onToggle(!isOpen)}
          className="flex min-h-11 min-w-0 grow items-center gap-2 text-left"
        >
          <span className="min-w-0">
            <span className="block font-medium wrap-anywhere">{name}</span>
            <span className="block text-faint text-sm wrap-anywhere">
              /{section.slug}
              {missing.length > 0 && ` · ${t('sections.missing', { languages: missing.join(', ') })}`}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            size={16}
            className={`ml-auto shrink-0 text-faint transition-transform motion-reduce:transition-none ${isOpenNow ? 'rotate-180' : ''}`}
          />
        </button>
        <MoveButtons name={name} index={place} count={count} onMove={onMove} />
      </div>
      {isOpenNow && (
        <div className="space-y-5 pt-1 pb-6 sm:pl-8">
          <SectionFields section={section} name={name} problems={problems} onChange={onChange} />
          {section.was === ALL_CATEGORIES_PAGE ? (
            <p className="text-faint text-sm">{t('sections.retire.stays')}</p>
          ) : (
            <Button variant="secondary" onClick={onRetire} aria-label={retireLabel(section, name)}>
              {section.was === null ? t('sections.remove') : t('sections.retire.open')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const retireLabel = ({ was }: SectionDraft, name: string) =>
  was === null ? t('sections.removeNamed', { name }) : t('sections.retire.openNamed', { name })

/** The languages in which readers see the English name. */
function missingNames({ slug, names }: SectionDraft, offered: readonly Language[]): string[] {
  const isShipped = SHIPPED_SECTIONS.includes(slug) && !names.en?.trim()
  return isShipped ? [] : offered.filter((code) => !names[code]?.trim()).map(languageName)
}
