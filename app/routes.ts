import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('routes/site/layout.tsx', [
    index('routes/site/home.tsx'),
    route('article/:slug', 'routes/site/article.tsx'),
    route('confirm-subscription', 'routes/newsletter/confirm-subscription.tsx'),
    route('subscribe', 'routes/newsletter/subscribe.tsx'),
    ...['about', 'contact', 'privacy', 'terms', 'disclaimer'].map((name) =>
      route(name, 'routes/site/document.tsx', { id: name }),
    ),
    route(':category', 'routes/site/category.tsx'),
    route('*', 'routes/site/not-found.tsx'),
  ]),
  ...prefix('admin', [
    index('routes/admin/login.tsx'),
    layout('routes/admin/layout.tsx', [
      route('dashboard', 'routes/admin/dashboard.tsx'),
      route('outbox', 'routes/admin/outbox.tsx'),
    ]),
  ]),
] satisfies RouteConfig
