import { Outlet } from 'react-router'
import stylesheet from '#app/styles/desk.css?url'
import type { Route } from './+types/desk.ts'

/** Readers' pages do not contain the styles of the desk: a browser loads them before it shows a page of the desk. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]

/** The layout around all pages of the desk, also those before signing in. */
export default function Desk() {
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <Outlet />
    </>
  )
}
