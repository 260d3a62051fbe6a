import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { LEGAL_PAGES } from '#core/paths.ts'

export default [
  route('robots.txt', 'routes/feeds/robots.ts'),
  route('llms.txt', 'routes/feeds/llms.ts'),
  route('sitemap.xml', 'routes/feeds/sitemap.ts'),
  route('sitemaps/:part.xml', 'routes/feeds/sitemap-part.ts'),
  route('news-sitemap.xml', 'routes/feeds/news-sitemap.ts'),
  route('feeds/:lang.xml', 'routes/feeds/rss.ts', { id: 'rss' }),
  route('feeds/:lang/:category.xml', 'routes/feeds/rss.ts', { id: 'category-rss' }),
  route('feeds/:lang.json', 'routes/feeds/json-feed.ts', { id: 'json-feed' }),
  route('feeds/:lang/:category.json', 'routes/feeds/json-feed.ts', { id: 'category-json-feed' }),
  route('article/:slug.md', 'routes/feeds/article-markdown.ts'),
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('article/:slug', 'routes/site/article.tsx'),
    route('search', 'routes/site/search.tsx'),
    route('newsletter', 'routes/newsletter/landing.tsx'),
    route('confirm-subscription', 'routes/newsletter/confirm-subscription.tsx'),
    route('subscribe', 'routes/newsletter/subscribe.tsx'),
    ...LEGAL_PAGES.map((name) => route(name, 'routes/site/legal-text.tsx', { id: name })),
    route(':category', 'routes/site/category.tsx'),
    route('*', 'routes/site/not-found.tsx'),
  ]),
  route('admin', 'routes/admin/desk.tsx', [
    index('routes/admin/login.tsx'),
    route('forgot-password', 'routes/admin/forgot-password.tsx'),
    route('recovery', 'routes/admin/recovery.tsx'),
    route('sign-in-link', 'routes/admin/sign-in-link.tsx'),
    route('invitation', 'routes/admin/invitation.tsx'),
    layout('routes/admin/layout.tsx', [
      route('dashboard', 'routes/admin/dashboard.tsx'),
      route('articles/new', 'routes/admin/article.tsx', { id: 'new-article' }),
      route('articles/edit/:slug', 'routes/admin/article.tsx', { id: 'edit-article' }),
      route('outbox', 'routes/admin/outbox.tsx'),
      route('administrators', 'routes/admin/administrators.tsx'),
      route('account', 'routes/admin/account.tsx'),
    ]),
  ]),
] satisfies RouteConfig
