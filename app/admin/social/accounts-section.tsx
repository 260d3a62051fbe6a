import { CopyButton } from '#app/admin/article/compare/copy-button.tsx'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { formatFigure } from '#app/admin/readers/format-figure.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { SocialWebSums } from '#core/domain/social-web.ts'
import type { Language } from '#core/i18n/languages.ts'

/** How people search for the account of a language (RFC 7565, with an @ before it, as Mastodon writes it). */
export function useHandleOf(): (language: Language) => string {
  const { siteUrl } = useSiteData()
  return (language) => `@${language}@${new URL(siteUrl).host}`
}

/** The account of each language that readers are offered, with how many follow it. */
export function AccountsSection({ followers }: Pick<SocialWebSums, 'followers'>) {
  const handleOf = useHandleOf()
  const languages = useOfferedLanguages()
  return (
    <PageSection id="accounts" title={t('social.accounts.title')} intro={t('social.accounts.intro')}>
      <ul aria-labelledby="accounts" className="divide-y divide-line">
        {languages.map((language) => {
          const count = followers.find((one) => one.language === language)?.followers ?? 0
          const handle = handleOf(language)
          return (
            <li
              key={language}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm first:pt-0"
            >
              <div className="min-w-0 grow basis-56">
                <p className="font-medium wrap-anywhere">{handle}</p>
                <p className="mt-0.5 text-soft">
                  {languageName(language)} ·{' '}
                  {t('social.accounts.followers', { count, followers: formatFigure(count) })}
                </p>
              </div>
              <CopyButton text={() => handle}>
                {t('social.accounts.copy')}
                <span className="sr-only"> {handle}</span>
              </CopyButton>
            </li>
          )
        })}
      </ul>
    </PageSection>
  )
}
