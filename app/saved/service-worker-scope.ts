/** The part of the global scope that our service workers use, which TypeScript knows only instead of that of a page. */
export interface ServiceWorkerScope {
  registration: Pick<ServiceWorkerRegistration, 'unregister'>
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
}
