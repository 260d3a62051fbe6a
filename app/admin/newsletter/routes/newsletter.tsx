import { useParams } from 'react-router'
import { IssuePage } from '#app/admin/newsletter/issue/issue-view.tsx'
import { NewsletterPage } from '#app/admin/newsletter/newsletter-page.tsx'

/** The page of the newsletter, and that of one issue. */
export default function Newsletter() {
  const { issueId } = useParams()
  return issueId ? <IssuePage id={issueId} /> : <NewsletterPage />
}
