/** Whether something was typed that leaving would throw away; who may close the form asks. */
import { createContext, type RefObject } from 'react';

export const TypedContext = createContext<RefObject<boolean> | null>(null);
