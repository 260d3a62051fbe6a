import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { Link, NavLink, useNavigate } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import {
  ALL_SECTIONS,
  findSection,
  labelsOf,
  SECTION_GROUPS,
  type SettingsSection,
  settingsPath,
} from '#app/admin/settings/sections.ts'
import { TextField } from '#app/components/ui/field.tsx'

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

const MAX_RESULTS = 8

/** Finds settings by their names, and leads to their fields. Enter opens the first one. */
export function SettingsSearch() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const found = findSettings(typed).slice(0, MAX_RESULTS)
  const isSearching = typed.trim() !== ''

  return (
    <search className="relative w-full sm:w-72">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (!first) return
          setTyped('')
          void navigate(settingsPath(first.section, first.label))
        }}
        onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setTyped('')}
      >
        <TextField
          type="search"
          label={t('settings.search.label')}
          labelHidden
          placeholder={t('settings.search.label')}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {isSearching && (
          // Keeps the focus in the field until a result is clicked.
          // biome-ignore lint/a11y/noStaticElementInteractions: the results are links of their own
          <div
            onMouseDown={(event) => event.preventDefault()}
            className="absolute inset-x-0 top-full z-20 mt-1 rounded-sm border border-line bg-paper p-1 shadow-float dark:bg-wash"
          >
            {found.length === 0 && <p className="px-3 py-2 text-sm text-soft">{t('settings.search.none')}</p>}
            <ul>
              {found.map(({ section, label }) => (
                <li key={`${section.slug} ${label}`}>
                  <Link
                    to={settingsPath(section, label)}
                    onClick={() => setTyped('')}
                    className="flex min-h-11 flex-col justify-center rounded-sm px-3 py-1.5 text-sm hover:bg-wash dark:hover:bg-line"
                  >
                    {label ?? section.title}
                    {label && <span className="text-faint text-xs">{section.title}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Announcement>{isSearching ? t('settings.search.found', { count: found.length }) : ''}</Announcement>
      </form>
    </search>
  )
}

/** A setting that was found by its name. */
interface FoundSetting {
  section: SettingsSection
  /** Absent where the section itself was found. */
  label?: string
}

/** The sections and settings with all these words in their names. */
export function findSettings(typed: string): FoundSetting[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const matches = (...texts: string[]) => {
    const text = texts.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return ALL_SECTIONS.flatMap((found) => [
    ...(matches(found.title, found.intro, found.keywords ?? '') ? [{ section: found }] : []),
    ...labelsOf(found).flatMap((label) =>
      matches(label) || (matches(label, found.title) && !matches(found.title))
        ? [{ section: found, label }]
        : [],
    ),
  ])
}
