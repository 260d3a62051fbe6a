/** Removes what a test has left in the browser; databases stay open in the modules that use them, so their rows are removed instead. */
export async function clearStorage(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  const databases = await indexedDB.databases()
  await Promise.all(databases.map(({ name = '' }) => emptyDatabase(name)))
}

function emptyDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      const stores = [...database.objectStoreNames]
      const done = () => {
        database.close()
        resolve()
      }
      if (stores.length === 0) return done()
      const transaction = database.transaction(stores, 'readwrite')
      for (const store of stores) transaction.objectStore(store).clear()
      transaction.oncomplete = done
      transaction.onabort = () => reject(transaction.error)
    }
  })
}
