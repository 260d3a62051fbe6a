import { useId } from 'react'
import { t } from '#app/admin/messages.ts'
import { SCOPE_TEXTS } from '#app/admin/tokens/scope-texts.ts'
import { TOKEN_SCOPES, type TokenScope, withImpliedScopes } from '#core/domain/access-token.ts'

interface ScopeFieldsProps {
  chosen: readonly TokenScope[]
  onChange: (scopes: TokenScope[]) => void
  error: string | undefined
}

/** What a token may do. What a chosen scope implies is checked too, and cannot be left out. */
export function ScopeFields({ chosen, onChange, error }: ScopeFieldsProps) {
  const id = useId()
  const held = withImpliedScopes(chosen)
  return (
    <fieldset aria-describedby={error && `${id}-error`}>
      <legend className="mb-1.5 font-medium text-sm">{t('tokens.make.scopes')}</legend>
      <ul className="divide-y divide-line border-line border-y">
        {TOKEN_SCOPES.map((scope) => {
          const isImplied = held.includes(scope) && !chosen.includes(scope)
          return (
            <li key={scope}>
              <label className="flex min-h-11 items-start gap-3 py-2.5 text-sm">
                <input
                  type="checkbox"
                  aria-labelledby={`${id}-${scope}`}
                  aria-describedby={`${id}-${scope}-hint`}
                  checked={held.includes(scope)}
                  disabled={isImplied}
                  aria-invalid={error ? true : undefined}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
                  }
                  className="mt-px size-5 shrink-0 accent-ink"
                />
                <span>
                  <span id={`${id}-${scope}`} className="block font-medium">
                    {SCOPE_TEXTS[scope].name}
                  </span>
                  <span id={`${id}-${scope}-hint`} className="block text-faint">
                    {SCOPE_TEXTS[scope].hint}
                  </span>
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-red text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
