import { type RouteObject, UNSAFE_withComponentProps as withComponentProps } from 'react-router'
import { onTestFinished } from 'vitest'
import SiteLayout from '#app/routes/site/layout.tsx'
import { languageOfUrl } from '#core/i18n/languages.ts'
import { openScreen } from './open-screen.tsx'

interface Page {
  /** That of the route, where something looks for its data. */
  id?: string
  path: string
  /** The default export of a route. */
  Component: unknown
  /** What its loader returns. */
  data?: unknown
}

/** Opens a page for readers in this browser, with header and footer, from what its loader would return. Other addresses lead outside. */
export function openPage(
  path: string,
  pages: Page[],
  given: Omit<NonNullable<Parameters<typeof openScreen>[1]>, 'routes'> = {},
): ReturnType<typeof openScreen> {
  const { documentElement } = document
  const before = documentElement.lang
  documentElement.lang = languageOfUrl(new URL(path, location.href))
  onTestFinished(() => {
    documentElement.lang = before
  })
  const layout: RouteObject = {
    id: 'layout',
    loader: () => ({ year: 2026 }),
    Component: componentOf(SiteLayout),
    children: pages.map(({ data = null, Component, ...page }) => ({
      ...page,
      loader: () => data,
      Component: componentOf(Component),
    })),
  }
  return openScreen(path, { ...given, routes: [layout] })
}

const componentOf = (Component: unknown) =>
  withComponentProps(Component as Parameters<typeof withComponentProps>[0])
