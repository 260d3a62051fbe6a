import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'
import { CONTROL_STYLES } from '#app/components/ui/field.tsx'
import { Search } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { FULL_TEXT_MIN_LENGTH, SEARCH_MAX_LENGTH } from '#core/domain/search.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import { searchPath } from '#core/paths.ts'

/** Submits the query as a GET request to the search page, with scripts and without. `children` are more fields, below it. */
export function SearchForm({ typed, children }: { typed: string; children?: React.ReactNode }) {
  const { language, t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(typed)

  // The field is uncontrolled, so that text typed before hydration is not lost; it changes only when another search is shown.
  useEffect(() => {
    if (shown.current === typed || !input.current) return
    shown.current = typed
    input.current.value = typed
  }, [typed])

  return (
    <Form role="search" action={searchPath()}>
      {language !== DEFAULT_LANGUAGE && <input type="hidden" name="lang" value={language} />}
      <div className="flex gap-2">
        <input
          ref={input}
          type="search"
          name="q"
          defaultValue={typed}
          minLength={FULL_TEXT_MIN_LENGTH}
          maxLength={SEARCH_MAX_LENGTH}
          placeholder={t('search.placeholder')}
          aria-label={t('search.label')}
          autoComplete="off"
          enterKeyHint="search"
          className={`${CONTROL_STYLES} text-ellipsis`}
        />
        <Button type="submit">
          <Search size={18} />
          <span className="max-sm:sr-only">{t('search.label')}</span>
        </Button>
      </div>
      {children}
    </Form>
  )
}
