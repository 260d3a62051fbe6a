import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { findSettings } from '#app/admin/settings/find-settings.ts'
import { settingsPath } from '#app/admin/settings/sections.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { TextField } from '#app/components/ui/field.tsx'

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
