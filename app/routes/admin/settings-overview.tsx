import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { t } from '#app/admin/messages.ts'
import {
  findSection,
  SECTION_GROUPS,
  type SettingsSection,
  settingsPath,
} from '#app/admin/settings/sections.ts'
import { CARDS, SectionLink, SettingsCards } from '#app/admin/settings/settings-cards.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { Route } from './+types/settings-overview.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('settings.title'), matches)

/** What is set most often, and where the rest is set. An older address, with the name of a section behind `#`, leads to that section. */
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
      <SettingsCards />
      {SECTION_GROUPS.map(({ title, sections }) => ({ title, others: sections.filter(isOther) }))
        .filter(({ others }) => others.length > 0)
        .map(({ title, others }) => (
          <section key={title} aria-label={title}>
            <p className="border-line border-b pb-2 text-faint text-sm">{title}</p>
            <ul className="divide-y divide-line">
              {others.map((section) => (
                <li key={section.slug} className="py-4">
                  <SectionLink section={section} />
                  <p className="mt-1 max-w-prose text-sm text-soft">{section.intro}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  )
}

const isOther = (section: SettingsSection) => !CARDS.includes(section)
