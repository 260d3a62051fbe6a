import type { FormValues } from '#core/domain/working-copy-input.ts'

/** What was typed in an opened form and not saved, as this browser keeps it. */
export interface BrowserCopy {
  id: string
  /** The administrator who typed it; another one in this browser does not see it. */
  owner: string
  article_id: string
  since: string | null
  form: FormValues
  /** By the clock of this browser. */
  kept_at: string
}

const DATABASE = 'admin-unsaved'
const STORE = 'copies'
/** The oldest make room; each may have a megabyte. */
const MAX_COPIES = 50

let opened: Promise<IDBDatabase> | undefined

/** Stores a copy in place of the earlier one of its form. @throws when the browser does not store anything */
export async function keepBrowserCopy(copy: BrowserCopy): Promise<void> {
  await withStore('readwrite', (store) => store.put(copy))
}

export async function discardBrowserCopy(id: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(id))
}

/** What this administrator typed in this browser, the latest first; nothing when the browser stores nothing. */
export async function listBrowserCopies(owner: string): Promise<BrowserCopy[]> {
  try {
    const all: BrowserCopy[] = await withStore('readonly', (store) => store.getAll())
    const sorted = all.toSorted((a, b) => b.kept_at.localeCompare(a.kept_at))
    await Promise.all(sorted.slice(MAX_COPIES).map((copy) => discardBrowserCopy(copy.id)))
    return sorted.slice(0, MAX_COPIES).filter((copy) => copy.owner === owner)
  } catch (error) {
    console.warn('This browser cannot be asked for unsaved work', error)
    return []
  }
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  const transaction = database.transaction(STORE, mode)
  const request = ask(transaction.objectStore(STORE))
  // At once, so that a page that is being closed does not end the transaction.
  transaction.commit()
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? request.error)
  })
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('The store of unsaved work is blocked by another tab'))
    request.onsuccess = () => {
      // The browser closes it when its data are cleared; then it is opened again.
      request.result.onclose = () => {
        opened = undefined
      }
      resolve(request.result)
    }
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}
