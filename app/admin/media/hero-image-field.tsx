import { TextField } from '#app/components/ui/field.tsx'
import type { Language } from '#core/i18n/languages.ts'

export interface HeroImageFieldProps {
  label: string
  error?: string | undefined
  /** The address of the image, relative to the site for an uploaded one; null when there is none. */
  value: string | null
  onChange: (value: string | null) => void
  /** The language of the article, whose alt text is asked for. */
  language: Language
  readOnly?: boolean
}

/** The field for the hero image of an article. */
export function HeroImageField({ label, error, value, onChange, readOnly }: HeroImageFieldProps) {
  return (
    <TextField
      label={label}
      error={error}
      value={value ?? ''}
      readOnly={readOnly}
      onChange={(event) => onChange(event.target.value || null)}
    />
  )
}
