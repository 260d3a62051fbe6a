import { data } from 'react-router'
import { MessageScreen } from '#app/components/layout/message-screen.tsx'
import { notFound } from '#app/document/not-found.server.ts'
import { servePage } from '#app/document/serve-page.tsx'

export const loader = servePage({
  parameters: [],
  load: async ({ server, language }) => data(await notFound(server, language, 'page'), { status: 404 }),
  describe: ({ loaderData }) => ({ title: loaderData.screen.title, hidden: true }),
  Page: ({ loaderData }) => <MessageScreen {...loaderData.screen} />,
})
