/** Title and metadata of a page. */
import { createContext, use, useEffect } from 'react';

export interface Head {
  title: string;
  description?: string | undefined;
  /** Canonical path and query, without the origin; pages without one are not indexed. */
  canonical?: string | undefined;
  /** Path of the Open Graph image. */
  image?: string | undefined;
  type?: 'website' | 'product' | undefined;
  /** Structured data (schema.org). */
  jsonLd?: object[] | undefined;
  /** HTTP status; 200 by default. */
  status?: number | undefined;
}

/** On the server, receives the head while the page is rendered. */
export const HeadSlot = createContext<{ head: Head | null } | null>(null);

export function useHead(head: Head): void {
  const slot = use(HeadSlot);
  if (slot) slot.head = head;
  const { title, description, canonical } = head;
  useEffect(() => {
    document.title = title;
    setAttribute('meta[name="description"]', 'content', description);
    setAttribute('link[rel="canonical"]', 'href', canonical && new URL(canonical, location.origin).href);
  }, [title, description, canonical]);
}

function setAttribute(selector: string, name: string, value: string | undefined): void {
  if (value !== undefined) document.head.querySelector(selector)?.setAttribute(name, value);
}
