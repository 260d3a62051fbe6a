import ChevronDown from 'lucide-react/icons/chevron-down'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { ColorInput } from '#app/admin/kit/form/color-input.tsx'
import { MoveButtons } from '#app/admin/kit/form/editable-rows.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { accentOf, useAccent } from '#app/admin/settings/sections/section-badge.tsx'
import {
  DESCRIPTION_MAX_LENGTH,
  NAME_MAX_LENGTH,
  type SectionDraft,
  type SectionProblems,
} from '#app/admin/settings/sections/section-drafts.ts'
import { SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { COLOR_PATTERN } from '#core/domain/publication-settings.ts'
import { ALL_CATEGORIES_PAGE, SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { contrast } from '#core/look/oklch.ts'
import { GROUNDS, readable, THEMES } from '#core/look/palette.ts'
import { colorsOfSection } from '#core/look/section-colors.ts'

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
  const address = section.was ?? section.slug
  const accent = useAccent()
  const ofAll = address === ALL_CATEGORIES_PAGE ? accent : null
  const color = COLOR_PATTERN.test(section.color) ? section.color : ofAll
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
          style={accentOf(colorsOfSection({ slug: address, color }))}
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

interface SectionFieldsProps {
  section: SectionDraft
  name: string
  problems: SectionProblems
  onChange: (part: Partial<SectionDraft>) => void
}

/** The fields for what a section is called in each language, its address and its colour. */
function SectionFields(props: SectionFieldsProps) {
  const { section, problems, onChange } = props
  const { siteUrl } = useSiteData()
  const address = `${siteUrl}/${section.slug}`
  const isFixed = section.was === ALL_CATEGORIES_PAGE
  return (
    <>
      <TextsOfLanguages {...props} field="names" />
      <TextField
        label={t('sections.address.label')}
        hint={
          isFixed
            ? t('sections.address.fixed')
            : t(section.was === null ? 'sections.address.new' : 'sections.address.hint', { address })
        }
        value={section.slug}
        readOnly={isFixed}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={problems.get(`${section.key}.slug`)}
        onChange={(event) => onChange({ slug: event.target.value })}
      />
      <ColorField {...props} />
      <TextsOfLanguages {...props} field="descriptions" />
    </>
  )
}

interface TextsOfLanguagesProps extends SectionFieldsProps {
  field: 'names' | 'descriptions'
}

function TextsOfLanguages({ section, problems, onChange, field }: TextsOfLanguagesProps) {
  const { t: message } = useTranslation()
  const offered = useOfferedLanguages()
  const isName = field === 'names'
  const texts = section[field]
  const isShipped = SHIPPED_SECTIONS.includes(section.slug)
  const shipped = isShipped ? message(`category.${section.slug}.${isName ? 'name' : 'description'}`) : ''
  const placeholder = (code: string) => {
    if (code === DEFAULT_LANGUAGE) return shipped
    return texts.en?.trim() ? t('sections.english') : ''
  }
  return (
    <SettingGroup
      legend={isName ? t('sections.names.legend') : t('sections.descriptions.legend')}
      hint={isName ? t('sections.names.hint') : t('sections.descriptions.hint')}
    >
      <div className={isName ? 'grid gap-3 sm:grid-cols-2' : 'grid gap-3'}>
        {LANGUAGE_CODES.filter((code) => offered.includes(code) || texts[code]).map((code) => (
          <TextField
            key={code}
            label={languageName(code)}
            lang={code}
            dir="auto"
            autoComplete="off"
            maxLength={2 * (isName ? NAME_MAX_LENGTH : DESCRIPTION_MAX_LENGTH)}
            placeholder={placeholder(code)}
            value={texts[code] ?? ''}
            error={problems.get(`${section.key}.${field}.${code}`)}
            onChange={(event) => onChange({ [field]: { ...texts, [code]: event.target.value } })}
          />
        ))}
      </div>
    </SettingGroup>
  )
}

function ColorField({ section, name, problems, onChange }: SectionFieldsProps) {
  const color = section.color.trim().toLowerCase()
  return (
    <Field
      label={t('sections.color.label')}
      hint={COLOR_PATTERN.test(color) ? describeContrast(color) : t('sections.color.hint')}
      error={problems.get(`${section.key}.color`)}
    >
      {(control) => (
        <div className="flex gap-2">
          <ColorInput
            control={control}
            value={section.color}
            defaultColor={colorsOfSection({ slug: section.was ?? section.slug, color: null }).light}
            pickLabel={t('sections.color.pick', { name })}
            onChange={(value) => onChange({ color: value })}
          />
        </div>
      )}
    </Field>
  )
}

/** Says what readers see of a colour in both themes. */
function describeContrast(color: string): string {
  const [light, dark] = THEMES.map((theme) => {
    const shown = readable(color, theme)
    return { shown, ratio: contrast(shown, GROUNDS[theme].paper).toFixed(1) }
  })
  return t('sections.color.contrast', {
    light: light?.shown ?? '',
    lightContrast: light?.ratio ?? '',
    dark: dark?.shown ?? '',
    darkContrast: dark?.ratio ?? '',
  })
}
