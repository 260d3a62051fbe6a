import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { findSection, SECTION_GROUPS, settingsPath } from '#app/admin/settings/sections.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { Route } from './+types/settings-overview.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('settings.title'), matches)

/** What can be set, and where. An older address, with the name of a section behind `#`, leads to that section. */
export default function SettingsOverview() {
  const { hash } = useLocation()
  const section = findSection(hash.slice(1))
  const navigate = useNavigate()
  useEffect(() => {
    if (section) void navigate(settingsPath(section), { replace: true })
  }, [section, navigate])
  if (section) return null
  return (
    <div className="space-y-8">
      {SECTION_GROUPS.map(({ title, sections }) => (
        <section key={title} aria-label={title}>
          <p className="border-line border-b pb-2 text-faint text-sm">{title}</p>
          <ul className="divide-y divide-line">
            {sections.map((section) => (
              <li key={section.slug} className="py-4">
                <h2 className="font-semibold">
                  <Link
                    to={settingsPath(section)}
                    className="inline-flex min-h-6 items-center underline decoration-line underline-offset-4 hover:decoration-current"
                  >
                    {section.title}
                  </Link>
                </h2>
                <p className="mt-1 max-w-prose text-sm text-soft">{section.intro}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
