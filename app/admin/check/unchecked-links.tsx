import { t } from '#app/admin/messages.ts'

/** The links that nobody can tell about, folded: they are no findings, because many servers do not answer programs. */
export function UncheckedLinks({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return null
  return (
    <details className="mt-4 text-sm">
      <summary className="min-h-6 cursor-pointer text-soft">
        {t('check.unchecked', { count: addresses.length })}
      </summary>
      <p className="mt-2 text-faint">{t('check.uncheckedWhy')}</p>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {addresses.map((address) => (
          <li key={address} className="py-2">
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
            >
              {address}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
