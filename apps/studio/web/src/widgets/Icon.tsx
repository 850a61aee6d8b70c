// The icons of buttons, on a grid of 16 × 16.

const shapes = {
    play: <path d="M4.5 2.8v10.4L13 8z" fill="currentColor" stroke="none" />,
    back: <path d="M11.5 2.8v10.4L3 8z" fill="currentColor" stroke="none" />,
    pause: <path d="M5 3v10M11 3v10" stroke-width="2.6" />,
    stepForwards: (
        <>
            <path d="M4 3.5v9L10 8z" fill="currentColor" stroke="none" />
            <path d="M12 3.5v9" />
        </>
    ),
    stepBackwards: (
        <>
            <path d="M12 3.5v9L6 8z" fill="currentColor" stroke="none" />
            <path d="M4 3.5v9" />
        </>
    ),
    toStart: (
        <>
            <path d="M8.5 3.5v9L3.5 8z M13.5 3.5v9L8.5 8z" fill="currentColor" stroke="none" />
            <path d="M2.5 3.5v9" />
        </>
    ),
    toEnd: (
        <>
            <path d="M7.5 3.5v9l5-4.5z M2.5 3.5v9l5-4.5z" fill="currentColor" stroke="none" />
            <path d="M13.5 3.5v9" />
        </>
    ),
    look: (
        <>
            <path d="M1.5 8c1.8-3 4-4.5 6.5-4.5S12.7 5 14.5 8c-1.8 3-4 4.5-6.5 4.5S3.3 11 1.5 8z" />
            <circle cx="8" cy="8" r="2" />
        </>
    ),
    push: <path d="M2 8h10.5M8.5 4l4 4-4 4" />,
    spawn: <path d="M8 3v10M3 8h10" />,
    undo: <path d="M6 3 2.5 6.5 6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7" />,
    redo: <path d="m10 3 3.5 3.5L10 10M13 6.5H6.5a3.5 3.5 0 0 0 0 7H9" />,
    layers: <path d="m8 2.5 6 3-6 3-6-3zM2 8.5l6 3 6-3M2 11.5l6 3 6-3" stroke-width="1.2" />,
    gauge: <path d="M2.5 12.5a6.5 6.5 0 1 1 11 0M8 9.5l3-4" />,
    download: <path d="M8 2.5v8M4.5 7.5 8 11l3.5-3.5M2.5 13.5h11" />,
    page: <path d="M4 1.8h5.5L12.5 5v9.2H4zM9.5 1.8V5h3M6 8h5M6 10.5h5" stroke-width="1.2" />,
    link: <path d="M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7" />,
    sun: (
        <>
            <circle cx="8" cy="8" r="3" />
            <path d="M8 1v1.8M8 13.2V15M1 8h1.8M13.2 8H15M3 3l1.3 1.3M11.7 11.7 13 13M13 3l-1.3 1.3M4.3 11.7 3 13" />
        </>
    ),
    moon: <path d="M13 9.8A5.5 5.5 0 0 1 6.2 3a5.5 5.5 0 1 0 6.8 6.8z" />,
    help: <path d="M5.8 6a2.3 2.3 0 1 1 3.3 2.1c-.8.4-1.1.9-1.1 1.7M8 12.3v.4" />,
    panel: <path d="M2 3h12v10H2zM10 3v10" />,
    close: <path d="m4 4 8 8M12 4l-8 8" />,
    trash: <path d="M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.5 8.5h6l.5-8.5" />,
    target: (
        <>
            <circle cx="8" cy="8" r="4.5" />
            <path d="M8 1.5v3.5M8 11v3.5M1.5 8H5M11 8h3.5" />
        </>
    ),
    frame: <path d="M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3" />,
    branch: (
        <>
            <path d="M4 5v6M4 9c0-3 8-1 8-4" />
            <circle cx="4" cy="3.5" r="1.5" />
            <circle cx="4" cy="12.5" r="1.5" />
            <circle cx="12" cy="3.5" r="1.5" />
        </>
    ),
    flag: <path d="M4 14V2.5h8L10 5.5l2 3H4" />,
    eye: <path d="M1.5 8c1.8-3 4-4.5 6.5-4.5s4.7 1.5 6.5 4.5M8 7.5v.1" />,
    faint: (
        <>
            <circle cx="6" cy="8" r="4" />
            <circle cx="10.5" cy="8" r="4" stroke-dasharray="1.5 1.5" />
        </>
    ),
    beside: <path d="M2 3h5v10H2zM9 3h5v10H9z" />,
    chevron: <path d="m5 6.5 3 3 3-3" />,
    more: <path d="M3 8h.1M8 8h.1M13 8h.1" stroke-width="2.4" />,
    people: (
        <>
            <circle cx="6" cy="5.5" r="2.3" />
            <path d="M2 13c.3-2.6 1.8-4 4-4s3.7 1.4 4 4M10.5 3.4a2.3 2.3 0 0 1 0 4.2M11.8 9.4c1.4.5 2.1 1.7 2.3 3.6" />
        </>
    ),
    live: (
        <>
            <circle cx="8" cy="8" r="2.2" fill="currentColor" stroke="none" />
            <path d="M4 12a5.7 5.7 0 0 1 0-8M12 4a5.7 5.7 0 0 1 0 8" />
        </>
    ),
};

export type IconName = keyof typeof shapes;

export function Icon({ name }: { name: IconName }) {
    return (
        <svg
            class="icon"
            viewBox="0 0 16 16"
            width="16"
            height="16"
            fill="none"
            stroke="currentColor"
            stroke-width="1.4"
            stroke-linecap="round"
            stroke-linejoin="round"
            aria-hidden="true"
        >
            {shapes[name]}
        </svg>
    );
}
