import { t } from '#app/admin/kit/messages.ts'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'

interface PreviewSectionsProps {
  /** None: the whole issue. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Chooses sections as a subscriber does, to see what is sent to one who has chosen these. */
export function PreviewSections({ chosen, onChange }: PreviewSectionsProps) {
  const options = useCategoryOptions()
  return (
    <fieldset className="mb-3 text-sm">
      <legend className="leading-8 sm:float-left sm:mr-5">{t('newsletterIssue.preview.sections')}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map(([slug, name]) => (
          <label key={slug} className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(slug)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, slug] : chosen.filter((one) => one !== slug))
              }
              className="size-4 accent-ink"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
