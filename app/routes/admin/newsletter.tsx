import { useParams } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { IssuePage } from '#app/admin/newsletter/issue/issue-view.tsx'
import { NewsletterPage } from '#app/admin/newsletter/newsletter-page.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { Route } from './+types/newsletter.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('newsletter.title'), matches)

/** The page of the newsletter, and that of one issue. */
export default function Newsletter() {
  const { issueId } = useParams()
  return issueId ? <IssuePage id={issueId} /> : <NewsletterPage />
}
