import ChevronDown from 'lucide-react/icons/chevron-down'
import { NavLink } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { findSection, SECTION_GROUPS, settingsPath } from '#app/admin/settings/sections.ts'

const ENTRY =
  'flex min-h-11 items-center rounded-sm px-3 text-sm text-soft hover:bg-wash hover:text-ink lg:min-h-9 aria-[current=page]:bg-wash aria-[current=page]:font-semibold aria-[current=page]:text-ink'

/** The sections of the settings by group: beside the section on wide screens, and folded up above it on others. */
export function SettingsIndex({ current }: { current: string | undefined }) {
  const section = findSection(current)
  return (
    <>
      <nav aria-label={t('settings.index')} className="max-lg:hidden">
        <div className="sticky top-9">
          <IndexGroups />
        </div>
      </nav>
      {section && (
        // A new one for each section, so that it is folded up again.
        <details key={section.slug} className="group mb-6 rounded-sm border border-edge lg:hidden">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-3 font-medium text-sm marker:content-none">
            {t('settings.allSections')}
            <ChevronDown
              aria-hidden
              size={16}
              className="text-faint transition-transform group-open:rotate-180 motion-reduce:transition-none"
            />
          </summary>
          <nav aria-label={t('settings.index')} className="border-line border-t p-2">
            <IndexGroups />
          </nav>
        </details>
      )}
    </>
  )
}

function IndexGroups() {
  return (
    <div className="space-y-5">
      {SECTION_GROUPS.map(({ title, sections }) => (
        <div key={title}>
          <p className="px-3 pb-1 text-faint text-xs">{title}</p>
          <ul>
            {sections.map((section) => (
              <li key={section.slug}>
                <NavLink to={settingsPath(section)} className={ENTRY}>
                  {section.title}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
