import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { formatBytes } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { Field } from '#app/components/ui/field.tsx'
import {
  FORMAT_NAMES,
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportSummary,
} from '#core/domain/site-import.ts'

/** Its format, its size, and who began it when. */
export function ImportFacts({ record }: { record: ImportSummary }) {
  const { format, size, createdAt, createdBy } = record
  return (
    <span className="min-w-0 wrap-anywhere">
      {format && `${FORMAT_NAMES[format]} · `}
      {size !== null && `${formatBytes(size)} · `}
      <FilledMessage
        text={createdBy === null ? t('imports.begunByCommand') : t('imports.begun', { email: createdBy })}
        values={{ time: <LocalTime iso={createdAt} precision="minute" /> }}
      />
    </span>
  )
}

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
              {FORMAT_NAMES[one]}
            </option>
          ))}
        </SelectControl>
      )}
    </Field>
  )
}
