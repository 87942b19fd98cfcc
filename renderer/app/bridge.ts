/** What only the desktop has, or its fallback in a browser. */
export {}
