// A collapsible section of the panel. Whether it is open is stored as a preference.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { loadPreference, savePreference } from '../preferences';
import { Icon } from './Icon';

export function Section(props: { name: string; title: string; aside?: ComponentChildren; children: ComponentChildren }) {
    const isOpen = useSignal(loadPreference(`section-${props.name}`) !== 'closed');
    function toggle(): void {
        isOpen.value = !isOpen.value;
        savePreference(`section-${props.name}`, isOpen.value ? 'open' : 'closed');
    }
    return (
        <section class={`section ${isOpen.value ? 'open' : ''}`}>
            <header>
                <button type="button" class="fold" aria-expanded={isOpen.value} onClick={toggle}>
                    <Icon name="chevron" />
                    <h2>{props.title}</h2>
                </button>
                {isOpen.value && props.aside}
            </header>
            {isOpen.value && <div class="section-body">{props.children}</div>}
        </section>
    );
}
