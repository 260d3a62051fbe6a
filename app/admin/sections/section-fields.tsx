import { languageName } from '#app/admin/article/language-name.ts'
import { ColorInput } from '#app/admin/form/color-input.tsx'
import { t } from '#app/admin/messages.ts'
import {
  DESCRIPTION_MAX_LENGTH,
  NAME_MAX_LENGTH,
  type SectionDraft,
  type SectionProblems,
} from '#app/admin/sections/section-drafts.ts'
import { SettingGroup } from '#app/admin/settings/setting-fields.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { COLOR_PATTERN } from '#core/domain/publication-settings.ts'
import { ALL_CATEGORIES_PAGE, SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { contrast } from '#core/look/oklch.ts'
import { GROUNDS, readable, THEMES } from '#core/look/palette.ts'
import { colorsOfSection } from '#core/look/section-colors.ts'

interface SectionFieldsProps {
  section: SectionDraft
  name: string
  problems: SectionProblems
  onChange: (part: Partial<SectionDraft>) => void
}

/** What a section is called in each language, its address and its colour. */
export function SectionFields(props: SectionFieldsProps) {
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

/** What readers see of a colour in both themes. */
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
