// Where a service worker stores files: a cache for each version.

/** Files with a hash in their name never change; some are there as gzip only. */
export const HASHED = /\.[0-9a-f]{12}\.[a-z0-9]+(\.gz)?$/;

/**
 * Returns how the names of the caches of a page begin. Two pages of one origin have caches of their
 * own.
 *
 * @param scope the address of the folder that has the page
 */
export const familyOf = (scope: string) => `insitu ${new URL(scope).pathname} `;
