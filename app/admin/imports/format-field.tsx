import { SelectControl } from '#app/admin/form/select-control.tsx'
import { FORMATS } from '#app/admin/imports/describe-import.ts'
import { t } from '#app/admin/messages.ts'
import { Field } from '#app/components/ui/field.tsx'
import { IMPORT_FORMATS, type ImportFormat } from '#core/domain/site-import.ts'

interface FormatFieldProps {
  /** Null to have it recognised. */
  format: ImportFormat | null
  onChange: (format: ImportFormat | null) => void
}

/** The format of what is imported, which is recognised unless somebody knows better. */
export function FormatField({ format, onChange }: FormatFieldProps) {
  return (
    <Field label={t('imports.format')} hint={t('imports.format.hint')} className="max-w-xl">
      {(control) => (
        <SelectControl
          {...control}
          value={format ?? ''}
          onChange={(event) => onChange(IMPORT_FORMATS.find((one) => one === event.target.value) ?? null)}
        >
          <option value="">{t('imports.format.any')}</option>
          {IMPORT_FORMATS.map((one) => (
            <option key={one} value={one}>
              {FORMATS[one]}
            </option>
          ))}
        </SelectControl>
      )}
    </Field>
  )
}
