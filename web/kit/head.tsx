/** What a page says about itself to browsers, search engines and people who share it. */
import { createContext, use, useEffect } from 'react';

export interface Head {
  title: string;
  description?: string | undefined;
  /** Path and query of the one address of this content, without the origin; absent pages are not indexed. */
  canonical?: string | undefined;
  /** Path of the picture for shares. */
  image?: string | undefined;
  type?: 'website' | 'product' | undefined;
  /** Structured data (schema.org). */
  jsonLd?: object[] | undefined;
  /** Status of the server's answer; 200 unless said. */
  status?: number | undefined;
}

/** On the server the page leaves its head here while it renders. */
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
