import { t } from '#app/admin/messages.ts'
import type { NewsletterReport } from '#core/domain/newsletter-report.ts'

const NUMBER = 'py-2 pl-4 text-right tabular-nums'

/** The links of an issue, those that most people followed first. */
export function ClickTable({ clicks }: Pick<NewsletterReport, 'clicks'>) {
  if (clicks.length === 0) return <p className="text-sm text-soft">{t('newsletterReport.clicks.none')}</p>
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('newsletterReport.clicks.caption')}</caption>
      <thead>
        <tr className="border-line border-b text-left text-faint">
          <th scope="col" className="py-2 font-normal">
            {t('newsletterReport.clicks.link')}
          </th>
          <th scope="col" className={`${NUMBER} font-normal`}>
            {t('newsletterReport.clicks.people')}
          </th>
          <th scope="col" className={`${NUMBER} font-normal`}>
            {t('newsletterReport.clicks.scanners')}
          </th>
        </tr>
      </thead>
      <tbody>
        {clicks.map(({ link, target, people, scanners }) => (
          <tr key={`${link} ${target}`} className="border-line border-b">
            <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
              <a href={target} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                {target}
              </a>
            </th>
            <td className={NUMBER}>{people.toLocaleString('en-US')}</td>
            <td className={NUMBER}>{scanners.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
